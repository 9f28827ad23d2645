import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import { systemClock } from '#server/runtime/clock.ts'
import { addEditions } from '#server/db/fill-reference-tables.ts'
import { importKeys, type ImportKeysResult } from '#server/keys/import-keys.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { editionsOnSale } from './editions-on-sale.ts'
import { requireSettings } from './require-settings.ts'
import { withDatabase } from './with-database.ts'

/** A progress bar is shown from this number of lines. */
const SHOWN_ABOVE = 5000

/** `keys import FILE|-`: one key per line, or CSV of `key,edition`. Reports lines by number and never prints a key. */
export async function runKeysImport(context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...context.args],
    options: { edition: { type: 'string' } },
    allowPositionals: true,
  })
  const [file, ...rest] = positionals
  const edition = values.edition ?? null
  if (file === undefined || rest.length > 0)
    throw new UsageError('expected one file, or - for standard input')
  const onSale = editionsOnSale(requireSettings(context.environment))
  if (edition !== null && !onSale.includes(edition))
    throw new UsageError(`expected --edition to be one of ${onSale.join(', ')}, got ${edition}`)
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {value} of {total} keys',
    stream: process.stderr,
  })
  let isShown = false
  const report = await withDatabase(context, async ({ database: { db } }) => {
    await addEditions(db, onSale)
    const editions = { onSale, unnamed: edition }
    return importKeys(db, readLines(file, context), editions, systemClock(), (added, of) => {
      if (!isShown && of > SHOWN_ABOVE) bar.start(of, 0)
      isShown = of > SHOWN_ABOVE
      if (isShown) bar.update(added)
    })
  })
  bar.stop()
  printReport(context, report)
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

function printReport({ out }: CommandContext, { added, duplicateLines, badLines }: ImportKeysResult): void {
  out(`${String(added)} keys added`)
  if (duplicateLines.length > 0)
    out(`${String(duplicateLines.length)} exist already: ${numbers(duplicateLines)}`)
  if (badLines.length > 0) {
    out(
      `${String(badLines.length)} are invalid (expected a key, or key,edition; or pass --edition): ${numbers(badLines)}`,
    )
  }
}

function numbers(lines: readonly number[]): string {
  const shown = lines.slice(0, LINES_SHOWN).join(', ')
  return `line ${shown}${lines.length > LINES_SHOWN ? ', …' : ''}`
}
