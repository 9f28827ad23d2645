import type { Db } from '#server/db/database.ts'
import { checkImport } from './check-import.ts'
import { commitImport } from './commit-import.ts'
import type { ListEditions } from './read-key-line.ts'

/** The outcome of {@link importKeys}. Line numbers start at 1. */
export interface ImportKeysResult {
  readonly added: number
  /** Lines with keys that are in the database, or earlier in the same input. */
  readonly duplicateLines: readonly number[]
  readonly badLines: readonly number[]
}

/**
 * Imports keys, one per line, or CSV lines of `key,edition`: checks the list and commits it. All good lines are added, or
 * none; bad and duplicate ones are reported by line number, never by content.
 *
 * @param onProgress called with the number of keys added so far, and the total.
 */
export async function importKeys(
  db: Db,
  lines: AsyncIterable<string> | Iterable<string>,
  editions: ListEditions,
  now: Date,
  onProgress: (added: number, of: number) => void = () => undefined,
): Promise<ImportKeysResult> {
  const by = { actorId: null, now }
  const id = await checkImport(db, lines, editions, by)
  const { good } = await db
    .selectFrom('key_imports')
    .select('good')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const commit = await commitImport(db, id, by, (added) => {
    onProgress(added, good)
  })
  if (commit.kind !== 'done') throw new Error(`expected this import to be committed, got ${commit.kind}`)
  const refused = await db
    .selectFrom('key_import_lines')
    .select(['line_no', 'is_duplicate'])
    .where('import_id', '=', id)
    .orderBy('line_no')
    .execute()
  const numbers = (isDuplicate: boolean) =>
    refused.filter((line) => line.is_duplicate === isDuplicate).map((line) => line.line_no)
  return { added: commit.added, duplicateLines: numbers(true), badLines: numbers(false) }
}
