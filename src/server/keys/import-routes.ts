import { restrictTo } from '#server/accounts/require-access.ts'
import type { Db } from '#server/db/database.ts'
import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { requireOnSale } from '#server/http/require-on-sale.ts'
import {
  ImportCommitRequest,
  ImportParams,
  ImportQuery,
  KeyImportReply,
  type KeyImport,
} from '#shared/import-api.ts'
import { Done, Failure } from '#shared/api.ts'
import { checkImport } from './check-import.ts'
import { commitImport } from './commit-import.ts'
import { readFaults } from './import-faults.ts'
import type { KeyDeps } from './routes.ts'

const PATH = '/functions/import-keys'
/** Enough for more than a million keys. */
const BODY_LIMIT_BYTES = 32 * 1024 * 1024
/** Longer than any key; the rest of a longer line is dropped. */
const LINE_MAX = 10_000
/** Reported line numbers per kind. */
const REPORTED_LINES_MAX = 100

/** The calls that import keys: a list is checked and reported, and then committed or discarded. */
export function importRoutes(app: App, deps: KeyDeps): void {
  const { db, keyCipher, clock, access, editionIds: onSale } = deps
  const rule = restrictTo(access, 'keys.import')
  const reply = { 200: KeyImportReply, '4xx': Failure }
  // A scope of its own: here bodies are streams of text, everywhere else only JSON is accepted.
  void app.register((scope: App, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(['text/plain', 'text/csv'], (_request, payload, parsed) => {
      parsed(null, payload)
    })
    scope.post(
      PATH,
      { ...rule, bodyLimit: BODY_LIMIT_BYTES, schema: { querystring: ImportQuery, response: reply } },
      async (request) => {
        const { userId } = await access.requirePermission(request, 'keys.import')
        const { edition = null } = request.query
        if (edition !== null) requireOnSale(onSale, edition)
        const editions = { onSale, unnamed: edition }
        const by = { actorId: userId, now: clock() }
        const id = await checkImport(db, keyCipher, linesOf(request.body), editions, by)
        return { success: true as const, import: await requireImport(db, id) }
      },
    )
    done()
  })
  app.post(
    `${PATH}/commit`,
    { ...rule, schema: { body: ImportCommitRequest, response: reply } },
    async (request) => {
      const { userId } = await access.requirePermission(request, 'keys.import')
      const { importId, isPartial } = request.body
      if (!isPartial && (await requireImport(db, importId)).bad > 0)
        throw new CallError(
          409,
          'IMPORT_HAS_FAULTS',
          'the list has bad lines: correct them, or ask for the good ones only',
        )
      const outcome = await commitImport(db, importId, { actorId: userId, now: clock() })
      if (outcome.kind === 'not-found')
        throw new CallError(404, 'IMPORT_NOT_FOUND', 'there is no such import, or it was discarded')
      if (outcome.kind === 'started')
        throw new CallError(409, 'IMPORT_STARTED', 'this import is running, or was committed already')
      return { success: true as const, import: await requireImport(db, importId) }
    },
  )
  app.get(`${PATH}/:id`, { ...rule, schema: { params: ImportParams, response: reply } }, async (request) => ({
    success: true as const,
    import: await requireImport(db, request.params.id),
  }))
  app.delete(`${PATH}/:id`, { ...rule, ...callOf(Done, { params: ImportParams }) }, async (request) => {
    await db
      .deleteFrom('key_imports')
      .where('id', '=', request.params.id)
      .where('status', '=', 'checked')
      .execute()
    return { success: true as const }
  })
}

/**
 * Yields the lines of a body as they arrive. Throws if the body is interrupted or too large, which fails the import.
 */
async function* linesOf(body: unknown): AsyncGenerator<string> {
  if (body === undefined || body === null) return
  const decoder = new TextDecoder()
  let bytes = 0
  let rest = ''
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length
    if (bytes > BODY_LIMIT_BYTES) throw new CallError(413, 'TOO_LARGE', 'the list is larger than 32 MB')
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
    rest = (lines.pop() ?? '').slice(0, LINE_MAX)
    yield* lines
  }
  if (rest !== '') yield rest
}

async function requireImport(db: Db, id: string): Promise<KeyImport> {
  const row = await db.selectFrom('key_imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined)
    throw new CallError(404, 'IMPORT_NOT_FOUND', 'there is no such import, or it was discarded')
  const { status, lines, good, duplicates, bad, added } = row
  const [duplicateLines, badLines, faults] = await Promise.all([
    readReportedLines(db, id, true),
    readReportedLines(db, id, false),
    readFaults(db, id),
  ])
  const editions = await db
    .selectFrom('key_import_lines')
    .select((select) => ['game_edition', select.fn.countAll<bigint>().as('count')])
    .where('import_id', '=', id)
    .where('is_duplicate', '=', false)
    .where('game_edition', 'is not', null)
    .groupBy('game_edition')
    .execute()
  return {
    id,
    status: status as KeyImport['status'],
    lines,
    good,
    duplicates,
    bad,
    duplicateLines,
    badLines,
    faults,
    editions: Object.fromEntries(
      editions.map(({ game_edition: edition, count }) => [edition ?? '', Number(count)]),
    ),
    added,
  }
}

async function readReportedLines(db: Db, id: string, areDuplicates: boolean): Promise<number[]> {
  const rows = await db
    .selectFrom('key_import_lines')
    .select('line_no')
    .where('import_id', '=', id)
    .where((where) => (areDuplicates ? where('is_duplicate', '=', true) : where('key_hash', 'is', null)))
    .orderBy('line_no')
    .limit(REPORTED_LINES_MAX)
    .execute()
  return rows.map((row) => row.line_no)
}
