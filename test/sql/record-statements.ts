import { PostgresQueryCompiler } from 'kysely'
import { formatStatement } from './format-statement.ts'
import type { Statement } from './statement-files.ts'

const FOLDER = `${process.cwd()}/`
/** Enough for Kysely's own calls. */
const DEPTH = 25

const recorded = new Map<string, Statement>()
/** When statements are compared, each text is looked at once: to find who sends it costs more than to compile it. */
const seen = process.env.KEYHOLD_STATEMENTS === undefined ? new Set<string>() : null
const compile = PostgresQueryCompiler.prototype.compileQuery
PostgresQueryCompiler.prototype.compileQuery = function (this: PostgresQueryCompiler, ...query) {
  const compiled = compile.apply(this, query)
  if (seen?.has(compiled.sql) === true) return compiled
  const sender = findSender()
  const key = `${sender ?? ''} ${compiled.sql}`
  if (sender !== null) seen?.add(compiled.sql)
  if (sender !== null && !recorded.has(key))
    recorded.set(key, { sender, text: formatStatement(compiled.sql), plan: [] })
  return compiled
}

/** The function of the shop that sends the statement; null if a test does. */
function findSender(): string | null {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.stackTraceLimit = DEPTH
  Error.prepareStackTrace = (_, calls) => calls
  const calls = new Error('where').stack as unknown as readonly NodeJS.CallSite[]
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  const places = calls
    .slice(2)
    .map((call) => ({ file: (call.getFileName() ?? '').replace(FOLDER, ''), name: call.getFunctionName() }))
  const own = places.find(({ file }) => /^(?:src|test)\//.test(file))
  if (own === undefined || !/^src\/server\/\w.*(?<!\.test)\.ts$/.test(own.file)) return null
  const name = places.find((place) => place.file === own.file && place.name !== null)?.name
  return `${own.file} ${name ?? ''}`.trim()
}

/** What was recorded since the last call. */
export function takeRecorded(): readonly Statement[] {
  const statements = [...recorded.values()]
  recorded.clear()
  return statements
}
