import type { Db } from '#server/db/database.ts'
import { announce } from '#server/live/announce.ts'
import { isEdition, type EditionId } from '#shared/editions.ts'

/** Any publisher's form: two to eight groups of letters and digits. The schema checks the same. */
const KEY_FORM = /^[A-Z0-9]{2,12}(-[A-Z0-9]{2,12}){1,7}$/
const BATCH = 1000

/** What an import did, line numbers counted from 1. */
export interface ImportReport {
  readonly added: number
  /** Keys that stood in the database, or earlier in the same input. */
  readonly duplicateLines: readonly number[]
  readonly badLines: readonly number[]
}

/**
 * Imports keys, a key a line, or CSV lines of `key,edition`. Good lines are added all or none; bad and duplicate ones are
 * reported by line number, never by content.
 *
 * @param edition of lines that name none; a line without an edition is bad where this is null.
 */
export async function importKeys(
  db: Db,
  lines: AsyncIterable<string> | Iterable<string>,
  edition: EditionId | null,
): Promise<ImportReport> {
  return db.transaction().execute(async (tx) => {
    const report = { added: 0, duplicateLines: [] as number[], badLines: [] as number[] }
    let batch: KeyLine[] = []
    const flush = async () => {
      const result = await addBatch(tx, batch)
      report.added += result.added
      report.duplicateLines.push(...result.duplicateLines)
      batch = []
    }
    let number = 0
    for await (const text of lines) {
      number += 1
      const line = readLine(text, number, edition)
      if (line === 'blank' || line === 'heading') continue
      if (line === 'bad') report.badLines.push(number)
      else batch.push(line)
      if (batch.length === BATCH) await flush()
    }
    if (batch.length > 0) await flush()
    if (report.added > 0) await announce(tx, 'keys')
    return report
  })
}

interface KeyLine {
  readonly number: number
  readonly key: string
  readonly edition: EditionId
}

function readLine(
  text: string,
  number: number,
  edition: EditionId | null,
): KeyLine | 'blank' | 'heading' | 'bad' {
  const cells = text.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  if (cells.every((cell) => cell === '')) return 'blank'
  if (number === 1 && cells.some((cell) => /^(game_)?(key|edition)$/i.test(cell))) return 'heading'
  // publishers' lists name the edition first as often as last
  const [one = '', other = ''] = cells
  const [first, second] = isEdition(one.toLowerCase()) ? [other, one] : [one, other]
  const key = first.toUpperCase()
  const named = second === '' ? edition : second.toLowerCase()
  if (!KEY_FORM.test(key) || named === null || !isEdition(named)) return 'bad'
  return { number, key, edition: named }
}

async function addBatch(
  tx: Db,
  batch: readonly KeyLine[],
): Promise<{ added: number; duplicateLines: number[] }> {
  const firstLineOf = new Map<string, number>()
  for (const line of batch) if (!firstLineOf.has(line.key)) firstLineOf.set(line.key, line.number)
  const fresh = batch.filter((line) => firstLineOf.get(line.key) === line.number)
  const added = await tx
    .insertInto('game_keys')
    .values(fresh.map((line) => ({ game_key: line.key, game_edition: line.edition })))
    .onConflict((conflict) => conflict.column('game_key').doNothing())
    .returning('game_key')
    .execute()
  const stored = new Set(added.map((row) => row.game_key))
  const duplicateLines = batch
    .filter((line) => !stored.has(line.key) || firstLineOf.get(line.key) !== line.number)
    .map((line) => line.number)
  return { added: stored.size, duplicateLines }
}
