import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { importKeys, type ImportReport } from '#server/keys/import-keys.ts'
import { isEdition } from '#shared/editions.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { withDatabase } from './with-database.ts'

/** `keys import FILE|-`: a key a line, or CSV of `key,edition`; reports lines by number and never prints a key. */
export async function run(context: CommandContext): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...context.args],
    options: { edition: { type: 'string' } },
    allowPositionals: true,
  })
  const [file, ...rest] = positionals
  const edition = values.edition ?? null
  if (file === undefined || rest.length > 0)
    throw new UsageError('expected one file, or - for standard input')
  if (edition !== null && !isEdition(edition)) throw new UsageError('--edition is standard or supporter')
  const input = file === '-' ? context.stdin : createReadStream(file)
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  const report = await withDatabase(context, ({ database }) => importKeys(database.db, lines, edition)).catch(
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
        throw new CommandError(`there is no file ${file}`, { cause: error })
      }
      throw error
    },
  )
  tell(context, report)
  return report.badLines.length > 0 ? 1 : 0
}

const LINES_SHOWN = 20

function tell({ out }: CommandContext, { added, duplicateLines, badLines }: ImportReport): void {
  out(`${String(added)} keys added`)
  if (duplicateLines.length > 0)
    out(`${String(duplicateLines.length)} were there already: ${numbers(duplicateLines)}`)
  if (badLines.length > 0) {
    out(
      `${String(badLines.length)} were not understood (a key, or key,edition; or give --edition): ${numbers(badLines)}`,
    )
  }
}

function numbers(lines: readonly number[]): string {
  const shown = lines.slice(0, LINES_SHOWN).join(', ')
  return `line ${shown}${lines.length > LINES_SHOWN ? ', …' : ''}`
}
