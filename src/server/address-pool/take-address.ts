import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { announce } from '#server/live/announce.ts'
import type { ChainId } from '#shared/chains.ts'

/** An address that was never used, and its derivation index. */
export interface PooledAddress {
  readonly index: number
  readonly address: string
}

/** The pool has no address now; it may have one in a moment. */
export class NoAddressError extends Error {
  constructor() {
    super('expected an address that was never used, the pool has none now')
    this.name = 'NoAddressError'
  }
}

/** One announcement serves this many orders; the pool holds more addresses than that. */
const ANNOUNCED_EVERY = 8

/**
 * Takes the lowest address of the pool that is known to be unused on a chain, in the order's own transaction: a rollback
 * leaves no gap. Concurrent orders do not wait for each other. No node is asked.
 *
 * @throws {NoAddressError} if the pool has none; {@link requestAddresses} makes it larger.
 */
export async function takeAddress(tx: Db, fingerprint: string, chain: ChainId): Promise<PooledAddress> {
  const { rows } = await sql<PooledAddress>`
    delete from address_pool where (wallet_fingerprint, derivation_index) = (
      select wallet_fingerprint, derivation_index from address_pool
      where wallet_fingerprint = ${fingerprint} and ${chain} = any(unused_on)
      order by derivation_index limit 1
      for update skip locked
    )
    returning derivation_index as index, address`.execute(tx)
  const [taken] = rows
  if (taken === undefined) throw new NoAddressError()
  if (taken.index % ANNOUNCED_EVERY === 0) await announce(tx, `addresses:taken:${fingerprint}`)
  return taken
}

/** Tells the process that fills the pool that an order waits for an address. */
export async function requestAddresses(db: Db, fingerprint: string): Promise<void> {
  await announce(db, `addresses:none:${fingerprint}`)
}

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
