import type { Db } from '#server/db/database.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import { checkImport, type ImportContext } from './check-import.ts'
import { commitImport } from './commit-import.ts'
import { readFaults, type FaultCount } from './import-faults.ts'
import type { ListEditions } from './read-key-line.ts'

/** The outcome of {@link importKeys}. Line numbers start at 1. */
export interface ImportKeysResult {
  /** What would be added, where `mode` is `'check'` or the list was refused. */
  readonly good: number
  readonly added: number
  /** Lines with keys that are in the database, or earlier in the same input. */
  readonly duplicateLines: readonly number[]
  readonly badLines: readonly number[]
  readonly faults: readonly FaultCount[]
}

/** `'whole'`: a list with a bad line adds nothing. `'partial'`: its good lines are added. `'check'`: nothing is added. */
export type ImportMode = 'whole' | 'partial' | 'check'

/**
 * Imports keys, one per line, or CSV lines of `key,edition`: checks the list and, as `mode` says, commits it. All good lines
 * are added, or none; bad and duplicate ones are reported by line number, never by content.
 *
 * @param onProgress called with the number of keys added so far, and the total.
 */
export async function importKeys(
  db: Db,
  cipher: KeyCipher,
  lines: AsyncIterable<string> | Iterable<string>,
  editions: ListEditions,
  { now, mode }: { readonly now: Date; readonly mode: ImportMode },
  onProgress: (added: number, of: number) => void = () => undefined,
): Promise<ImportKeysResult> {
  const by = { actorId: null, now }
  const id = await checkImport(db, cipher, lines, editions, by)
  const { good, bad } = await db
    .selectFrom('key_imports')
    .select(['good', 'bad'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const faults = await readFaults(db, id)
  const isAdded = mode === 'partial' || (mode === 'whole' && bad === 0)
  const added = isAdded
    ? await addChecked(db, id, by, (count) => {
        onProgress(count, good)
      })
    : 0
  const refused = await db
    .selectFrom('key_import_lines')
    .select(['line_no', 'is_duplicate'])
    .where('import_id', '=', id)
    .where((where) => where.or([where('is_duplicate', '=', true), where('game_edition', 'is', null)]))
    .orderBy('line_no')
    .execute()
  if (!isAdded) await db.deleteFrom('key_imports').where('id', '=', id).execute()
  const numbers = (isDuplicate: boolean) =>
    refused.filter((line) => line.is_duplicate === isDuplicate).map((line) => line.line_no)
  return { good, added, duplicateLines: numbers(true), badLines: numbers(false), faults }
}

async function addChecked(
  db: Db,
  id: string,
  by: ImportContext,
  onProgress: (added: number) => void,
): Promise<number> {
  const commit = await commitImport(db, id, by, onProgress)
  if (commit.kind !== 'done') throw new Error(`expected this import to be committed, got ${commit.kind}`)
  return commit.added
}
