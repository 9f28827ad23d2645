import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { KeyCipher, KeyPlace, SealedKey } from '#server/secrets/key-cipher.ts'
import { storeFaults, type BadLine } from './import-faults.ts'
import { explainBadLine, readKeyLine, type KeyLine, type ListEditions } from './read-key-line.ts'

/** Lines per statement; only these are in memory at the same time. */
const BATCH = 5000

/** Who imports, and when. */
export interface ImportContext {
  /** Null for the command line. */
  readonly actorId: string | null
  readonly now: Date
}

/**
 * Reads a list of keys into the database and checks every line, without adding any key. They are sealed
 * at once, so that no table holds them as text. Memory use does not depend on the
 * length of the list. If reading fails, nothing is kept.
 *
 * @returns the import's id.
 */
export async function checkImport(
  db: Db,
  cipher: KeyCipher,
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
    const count = await storeLines(db, cipher, id, lines, editions)
    await checkLines(db, id, count)
    return id
  } catch (error) {
    await db.deleteFrom('key_imports').where('id', '=', id).execute()
    throw error
  }
}

async function storeLines(
  db: Db,
  cipher: KeyCipher,
  id: string,
  lines: AsyncIterable<string> | Iterable<string>,
  editions: ListEditions,
): Promise<number> {
  const bad: BadLine[] = []
  let number = 0
  let batch: StoredLine[] = []
  for await (const text of lines) {
    number += 1
    const line = readKeyLine(text, number, editions)
    if (line === 'blank' || line === 'heading') continue
    if (line === 'bad') bad.push({ number, fault: explainBadLine(text, editions) })
    if (bad.length === BATCH) await storeFaults(db, id, bad.splice(0))
    batch.push({ number, key: line === 'bad' ? null : sealLine(cipher, line) })
    if (batch.length < BATCH) continue
    await storeBatch(db, id, batch)
    batch = []
  }
  if (batch.length > 0) await storeBatch(db, id, batch)
  await storeFaults(db, id, bad)
  return number
}

/** A line as it is stored; `key` is null if it was not understood. */
interface StoredLine {
  readonly number: number
  readonly key: (KeyPlace & SealedKey) | null
}

function sealLine(cipher: KeyCipher, { key, edition }: KeyLine): StoredLine['key'] {
  const place = { id: randomUUID(), game_edition: edition }
  return { ...place, ...cipher.seal(key, place) }
}

async function storeBatch(db: Db, id: string, batch: readonly StoredLine[]): Promise<void> {
  const column = <Name extends keyof NonNullable<StoredLine['key']>>(name: Name) =>
    batch.map(({ key }) => key?.[name] ?? null)
  await sql`
    insert into key_import_lines (import_id, line_no, key_id, game_edition, sealed_key, sealed_with, key_hash, last_group_hash)
    select ${id}, * from unnest(
      ${batch.map(({ number }) => number)}::int[], ${column('id')}::uuid[], ${column('game_edition')}::text[],
      ${column('sealed_key')}::bytea[], ${column('sealed_with')}::text[], ${column('key_hash')}::bytea[],
      ${column('last_group_hash')}::bytea[])`.execute(db)
}

/** Marks duplicates: keys that the shop has already, or that are earlier in the same list. */
async function checkLines(db: Db, id: string, lines: number): Promise<void> {
  await sql`analyze key_import_lines`.execute(db)
  await sql`
    update key_import_lines l set is_duplicate = true
    from (
      select line_no, key_hash, row_number() over (partition by key_hash order by line_no) as nth
      from key_import_lines where import_id = ${id} and key_hash is not null
    ) seen
    where l.import_id = ${id} and l.line_no = seen.line_no
      and (seen.nth > 1 or exists (select from game_keys k where k.key_hash = seen.key_hash))`.execute(db)
  await sql`
    update key_imports i set status = 'checked', lines = ${lines}, good = c.good, duplicates = c.duplicates, bad = c.bad
    from (
      select count(*) filter (where key_hash is not null and not is_duplicate) as good,
        count(*) filter (where is_duplicate) as duplicates, count(*) filter (where key_hash is null) as bad
      from key_import_lines where import_id = ${id}
    ) c where i.id = ${id}`.execute(db)
}
