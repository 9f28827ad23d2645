import type { Db } from '#server/db/database.ts'
import type { EditionId } from '#shared/editions.ts'

/**
 * Whether the keys of an edition are held until its release. Until the transaction ends, staff can switch neither way. Lock
 * the order first.
 */
export async function areKeysHeld(tx: Db, edition: EditionId): Promise<boolean> {
  const { keys_held_since: heldSince } = await tx
    .selectFrom('editions')
    .select('keys_held_since')
    .where('id', '=', edition)
    .forShare()
    .executeTakeFirstOrThrow()
  return heldSince !== null
}
