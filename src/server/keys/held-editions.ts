import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { EditionId } from '#shared/editions.ts'

/**
 * Which of some editions have their keys held until their release. Until the transaction ends, staff can switch neither way.
 * Lock the orders first.
 */
export async function heldEditions(tx: Db, editions: readonly EditionId[]): Promise<ReadonlySet<EditionId>> {
  const { rows } = await sql<{ id: EditionId; is_held: boolean }>`
    select id, keys_held_since is not null as is_held from editions
    where id = any(${[...editions]}::text[]) order by id for share`.execute(tx)
  return new Set(rows.filter((row) => row.is_held).map(({ id }) => id))
}
