import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Watch } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { type ChainId, CHAIN_TABLE, walletKindOf } from '#shared/chains.ts'
import { TOP_UP_S } from '#shared/constants.ts'
import { arrayOfAddresses, splitAddresses } from './address-text.ts'

/**
 * The watched addresses of a chain, read from all orders ever created, since a payment may arrive years late, and from those
 * that a recovery skipped, since orders that the database has lost may be paid there.
 */
export function watchAddresses(db: Db, chain: ChainId): Watch {
  const orders = watchOrders(db, chain, () => addressesOf(db, chain))
  const skipped = watchSkipped(db, chain)
  return {
    few: async (limit) => {
      const some = await orders.few(limit)
      const others = some === null ? null : await skipped.few(limit)
      if (some === null || others === null || some.length + others.length > limit) return null
      return [...some, ...others]
    },
    among: async (addresses) =>
      new Set([...(await orders.among(addresses)), ...(await skipped.among(addresses))]),
  }
}

const RECENT_MS = 14 * 24 * 3600_000

/** A buyer who pays twice does so within this time. */
const PAID_AGAIN_S = 24 * 3600

/**
 * The addresses of orders of the last 14 days that may still be paid or changed by new evidence; for a day after their money, those
 * that are final too, since more may have come with the money that made them final.
 *
 * @param height of the last block that was read.
 */
export function watchRecentAddresses(db: Db, chain: ChainId, height: number, now: Date): Watch {
  const since = new Date(now.getTime() - RECENT_MS)
  const paidAbove = height - Math.ceil(PAID_AGAIN_S / CHAIN_TABLE[chain].blockTimeS)
  const paid = db
    .selectFrom('transfers')
    .select('payment_id')
    .where('chain', '=', chain)
    .where('block_height', '>', paidAbove)
  return watchOrders(db, chain, () =>
    addressesOf(db, chain)
      .where('created_at', '>', since)
      .where((where) => where.or([where('is_final', '=', false), where('id', 'in', paid)])),
  )
}

/** Late money counts by itself for a day after the window; two hours more, since payments are read with a delay. */
const LATE_MS = TOP_UP_S * 1000 + 2 * 3600_000
const JUST_EXPIRED_MS = 3600_000
/** The longest payment window that the settings accept. */
const WINDOW_MAX_MS = 86_400_000

/**
 * The addresses whose unconfirmed transfers are asked for one by one: of orders that wait for money, of those whose money may
 * still go back to the mempool, and of those whose late money still counts by itself; if these are too many, of those whose window ended within an hour.
 * Otherwise anybody could end the watch with orders that are never paid. Of the addresses that a node names itself, all
 * orders ever created are found.
 */
export function watchUnconfirmed(db: Db, chain: ChainId, now: Date): Watch {
  // each part is one index lookup, however many orders were ever made
  const waiting = (expiredAfter: Date) => () =>
    addressesOf(db, chain).where(sql<boolean>`id in (
      select id from payments where not is_final and status not in ('pending', 'expired')
      union all
      select id from payments where status in ('pending', 'expired')
        and created_at > ${new Date(expiredAfter.getTime() - WINDOW_MAX_MS)} and expires_at > ${expiredAfter}
      union all
      select payment_id from transfers where chain = ${chain} and block_height is null and lost_at is null
    )`)
  const wide = watchOrders(db, chain, waiting(new Date(now.getTime() - LATE_MS)))
  const narrow = watchOrders(db, chain, waiting(new Date(now.getTime() - JUST_EXPIRED_MS)))
  return {
    few: async (limit) => (await wide.few(limit)) ?? (await narrow.few(limit)),
    among: watchAddresses(db, chain).among,
  }
}

function addressesOf(db: Db, chain: ChainId) {
  return db
    .selectFrom('payments')
    .select('payment_address as address')
    .where('wallet', '=', CHAIN_TABLE[chain].wallet)
}

function watchOrders(db: Db, chain: ChainId, orders: () => ReturnType<typeof addressesOf>): Watch {
  return {
    few: (limit) => listUpTo(db, limit, orders()),
    among: async (addresses) => {
      if (addresses.length === 0) return new Set()
      const rows = await orders()
        .where(isAmong(chain, sql.ref('payment_address'), addresses))
        .execute()
      return new Set(rows.map((row) => row.address))
    },
  }
}

function watchSkipped(db: Db, chain: ChainId): Watch {
  const skipped = () =>
    db.selectFrom('skipped_addresses').select('address').where('wallet', '=', CHAIN_TABLE[chain].wallet)
  return {
    few: (limit) => listUpTo(db, limit, skipped()),
    among: async (addresses) => {
      // most shops have none, and the addresses of a block take PostgreSQL some ms to sort
      if (addresses.length === 0 || (await skipped().limit(sql.lit(1)).execute()).length === 0)
        return new Set()
      const rows = await skipped()
        .where(isAmong(chain, sql.ref('address'), addresses))
        .execute()
      return new Set(rows.map((row) => row.address))
    },
  }
}

/** Whether the address of a row is one of `addresses`. The wallet is a literal, so that a plan that is kept uses its index. */
function isAmong(
  chain: ChainId,
  column: RawBuilder<unknown>,
  addresses: readonly string[],
): RawBuilder<SqlBool> {
  return walletKindOf(chain).hasChecksumCase
    ? sql`wallet = ${sql.lit(CHAIN_TABLE[chain].wallet)} and lower(${column}) = any(${arrayOfAddresses(addresses, { isLowerCase: true })})`
    : sql`${column} = any(${arrayOfAddresses(addresses)})`
}

/**
 * The addresses of a query, in one row; null if there are more than `limit`. PostgreSQL keeps a plan for a literal limit only, and the
 * powers of two are few.
 */
async function listUpTo(
  db: Db,
  limit: number,
  query: Expression<unknown>,
): Promise<readonly string[] | null> {
  const { rows } = await sql<{ found: number; addresses: string | null }>`
    select count(*)::integer as found, string_agg(address, ',') as addresses
    from (select address from ${query} q limit ${sql.lit(2 ** Math.ceil(Math.log2(limit + 1)))}) listed`.execute(
    db,
  )
  return (rows[0]?.found ?? 0) > limit ? null : splitAddresses(rows[0]?.addresses)
}
