import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { SingleBar } from 'cli-progress'
import { systemClock } from '#server/runtime/clock.ts'
import { addEditions } from '#server/db/fill-reference-tables.ts'
import { importKeys, type ImportKeysResult, type ImportMode } from '#server/keys/import-keys.ts'
import type { LineFault } from '#shared/import-api.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { editionsOnSale } from './editions-on-sale.ts'
import { readArguments } from './read-arguments.ts'
import { requireSettings } from './require-settings.ts'
import { withDatabase } from './with-database.ts'

/** A progress bar is shown from this number of lines. */
const SHOWN_ABOVE = 5000

/** `keys import FILE|-`: one key per line, or CSV of `key,edition`. Reports lines by number and never prints a key. */
export async function runKeysImport(context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments(context, ['edition'], ['dry-run', 'partial'])
  const [file, ...rest] = positionals
  const edition = values.edition ?? null
  if (file === undefined || rest.length > 0)
    throw new UsageError('expected one file, or - for standard input')
  const onSale = editionsOnSale(requireSettings(context.environment))
  if (edition !== null && !onSale.includes(edition))
    throw new UsageError(`expected --edition to be one of ${onSale.join(', ')}, got ${edition}`)
  if (values['dry-run'] && values.partial)
    throw new UsageError('--dry-run adds nothing, --partial adds a part: choose one')
  const mode: ImportMode = values['dry-run'] ? 'check' : values.partial ? 'partial' : 'whole'
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {value} of {total} keys',
    stream: process.stderr,
  })
  let isShown = false
  const report = await withDatabase(context, async ({ database: { db, keyCipher } }) => {
    await addEditions(db, onSale)
    const editions = { onSale, unnamed: edition }
    const how = { now: systemClock(), mode }
    return importKeys(db, keyCipher, readLines(file, context), editions, how, (added, of) => {
      if (!isShown && of > SHOWN_ABOVE) bar.start(of, 0)
      isShown = of > SHOWN_ABOVE
      if (isShown) bar.update(added)
    })
  })
  bar.stop()
  printReport(context, report, mode)
  return report.badLines.length > 0 ? 1 : 0
}

/** Opens the file when the first line is requested: readline loses what it has read before. */
async function* readLines(file: string, { stdin }: CommandContext): AsyncGenerator<string> {
  const input = file === '-' ? stdin : await openFile(file)
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
}

async function openFile(file: string): Promise<Readable> {
  try {
    return (await open(file)).createReadStream()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new CommandError(`the file cannot be read (${String(error.code)})`, { cause: error })
  }
}

const LINES_SHOWN = 20

const FAULTS: Readonly<Record<LineFault, string>> = {
  encoding: 'are not UTF-8 (UTF-16?): save the file as UTF-8',
  columns: 'have more than two columns: expected a key, or key,edition',
  'edition-unknown': 'have an edition that is not on sale',
  'edition-missing': 'have no edition: add a column, or pass --edition',
  characters: 'are no key: characters or spaces that no key has',
  length: 'are no key: too short, or too long',
}

function printReport({ out }: CommandContext, report: ImportKeysResult, mode: ImportMode): void {
  const { good, added, duplicateLines, badLines, faults } = report
  const wouldAdd = `${String(good)} keys would be added`
  out(mode === 'check' ? wouldAdd : `${String(added)} keys added`)
  if (duplicateLines.length > 0)
    out(`${String(duplicateLines.length)} exist already: ${numbers(duplicateLines)}`)
  for (const { fault, count, lines } of faults) out(`${String(count)} ${FAULTS[fault]}: ${numbers(lines)}`)
  if (mode === 'whole' && badLines.length > 0)
    out(`nothing was added: correct the bad lines, or add the other ${String(good)} with --partial`)
}

function numbers(lines: readonly number[]): string {
  const shown = lines.slice(0, LINES_SHOWN).join(', ')
  return `line ${shown}${lines.length > LINES_SHOWN ? ', …' : ''}`
}
