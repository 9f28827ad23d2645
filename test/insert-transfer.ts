import type { Insertable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Cursors, Transfers } from '#server/db/schema.ts'

/** Stores a transfer to an order's address that no block has yet; an output of one satoshi, unless told otherwise. */
export async function insertTransfer(
  db: Db,
  values: Pick<Insertable<Transfers>, 'payment_id' | 'address' | 'seen_at'> & Partial<Insertable<Transfers>>,
): Promise<void> {
  const usual = { chain: 'bitcoin', asset: 'BTC', atoms: 1n, tx_hash: 'aa', output_index: 0 }
  await db
    .insertInto('transfers')
    .values({ ...usual, evidence: 'output', ...values })
    .execute()
}

/** Stores how far a chain was read, up to its head, unless it is stored already. */
export async function insertCursor(
  db: Db,
  { height, at, ...cursor }: { chain?: string; height: number; at: Date; finalized_height?: number },
): Promise<void> {
  const read = { height, head_height: height, finalized_height: height - 5, hash: 'head' }
  await db
    .insertInto('cursors')
    .values({
      chain: 'bitcoin',
      ...read,
      block_at: at,
      watched_until: at,
      ...cursor,
    } satisfies Insertable<Cursors>)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
