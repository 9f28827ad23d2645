import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { storeFaults, type BadLine } from './import-faults.ts'
import { explainBadLine, readKeyLine, type ListEditions } from './read-key-line.ts'

/** Lines per statement; only these are in memory at the same time. */
const BATCH = 5000

/** Who imports, and when. */
export interface ImportContext {
  /** Null for the command line. */
  readonly actorId: string | null
  readonly now: Date
}

/**
 * Reads a list of keys into the database and checks every line, without adding any key. Memory use does not depend on the
 * length of the list. If reading fails, nothing is kept.
 *
 * @returns the import's id.
 */
export async function checkImport(
  db: Db,
  lines: AsyncIterable<string> | Iterable<string>,
  editions: ListEditions,
  { actorId, now }: ImportContext,
): Promise<string> {
  const { id } = await db
    .insertInto('key_imports')
    .values({ actor_id: actorId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  try {
    const count = await storeLines(db, id, lines, editions)
    await checkLines(db, id, count)
    return id
  } catch (error) {
    await db.deleteFrom('key_imports').where('id', '=', id).execute()
    throw error
  }
}

async function storeLines(
  db: Db,
  id: string,
  lines: AsyncIterable<string> | Iterable<string>,
  editions: ListEditions,
): Promise<number> {
  const bad: BadLine[] = []
  let number = 0
  let batch: [number, string | null, string | null][] = []
  for await (const text of lines) {
    number += 1
    const line = readKeyLine(text, number, editions)
    if (line === 'blank' || line === 'heading') continue
    if (line === 'bad') bad.push({ number, fault: explainBadLine(text, editions) })
    if (bad.length === BATCH) await storeFaults(db, id, bad.splice(0))
    batch.push(line === 'bad' ? [number, null, null] : [number, line.key, line.edition])
    if (batch.length < BATCH) continue
    await storeBatch(db, id, batch)
    batch = []
  }
  if (batch.length > 0) await storeBatch(db, id, batch)
  await storeFaults(db, id, bad)
  return number
}

async function storeBatch(
  db: Db,
  id: string,
  batch: readonly (readonly [number, string | null, string | null])[],
): Promise<void> {
  const [numbers, keys, editions] = [0, 1, 2].map((column) => batch.map((line) => line[column]))
  await sql`
    insert into key_import_lines (import_id, line_no, game_key, game_edition)
    select ${id}, * from unnest(${numbers}::int[], ${keys}::text[], ${editions}::text[])`.execute(db)
}

/** Marks duplicates: keys that the shop has already, or that are earlier in the same list. */
async function checkLines(db: Db, id: string, lines: number): Promise<void> {
  await sql`analyze key_import_lines`.execute(db)
  await sql`
    update key_import_lines l set is_duplicate = true
    from (
      select line_no, game_key, row_number() over (partition by game_key order by line_no) as nth
      from key_import_lines where import_id = ${id} and game_key is not null
    ) seen
    where l.import_id = ${id} and l.line_no = seen.line_no
      and (seen.nth > 1 or exists (select from game_keys k where k.game_key = seen.game_key))`.execute(db)
  await sql`
    update key_imports i set status = 'checked', lines = ${lines}, good = c.good, duplicates = c.duplicates, bad = c.bad
    from (
      select count(*) filter (where game_key is not null and not is_duplicate) as good,
        count(*) filter (where is_duplicate) as duplicates, count(*) filter (where game_key is null) as bad
      from key_import_lines where import_id = ${id}
    ) c where i.id = ${id}`.execute(db)
}
