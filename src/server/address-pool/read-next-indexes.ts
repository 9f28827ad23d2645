import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/**
 * The index that the next order of each extended public key gets, by its fingerprint: the lowest of the pool, or the first
 * that was never reserved if the pool is empty.
 */
export async function readNextIndexes(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ fingerprint: string; next_index: number }>`
    select w.fingerprint, coalesce(min(a.derivation_index), w.next_index) as next_index
    from wallets w left join address_pool a on a.wallet_fingerprint = w.fingerprint
    group by w.fingerprint, w.next_index`.execute(db)
  return new Map(rows.map((row) => [row.fingerprint, row.next_index]))
}
