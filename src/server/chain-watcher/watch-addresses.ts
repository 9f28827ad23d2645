import { sql } from 'kysely'
import type { Watch } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { type ChainId, CHAIN_TABLE } from '#shared/chains.ts'
import { TOP_UP_S } from '#shared/constants.ts'

/**
 * The watched addresses of a chain, read from all orders ever created, since a payment may arrive years late, and from those
 * that a recovery skipped, since orders that the database has lost may be paid there.
 */
export function watchAddresses(db: Db, chain: ChainId): Watch {
  const orders = watchOrders(() => addressesOf(db, chain))
  const skipped = watchSkipped(db, chain)
  return {
    few: async (limit) => {
      const [some, others] = [await orders.few(limit), await skipped.few(limit)]
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
  return watchOrders(() =>
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
  const wide = watchOrders(waiting(new Date(now.getTime() - LATE_MS)))
  const narrow = watchOrders(waiting(new Date(now.getTime() - JUST_EXPIRED_MS)))
  return {
    few: async (limit) => (await wide.few(limit)) ?? (await narrow.few(limit)),
    among: watchAddresses(db, chain).among,
  }
}

function addressesOf(db: Db, chain: ChainId) {
  return db.selectFrom('payments').select('payment_address').where('wallet', '=', CHAIN_TABLE[chain].wallet)
}

function watchOrders(orders: () => ReturnType<typeof addressesOf>): Watch {
  return {
    few: async (limit) => {
      const rows = await orders()
        .limit(limit + 1)
        .execute()
      return rows.length > limit ? null : rows.map((row) => row.payment_address)
    },
    among: async (addresses) => {
      if (addresses.length === 0) return new Set()
      const rows = await orders()
        .where(sql<boolean>`payment_address = any(${textArray(addresses)})`)
        .execute()
      return new Set(rows.map((row) => row.payment_address))
    },
  }
}

function watchSkipped(db: Db, chain: ChainId): Watch {
  const skipped = () =>
    db.selectFrom('skipped_addresses').select('address').where('wallet', '=', CHAIN_TABLE[chain].wallet)
  return {
    few: async (limit) => {
      const rows = await skipped()
        .limit(limit + 1)
        .execute()
      return rows.length > limit ? null : rows.map((row) => row.address)
    },
    among: async (addresses) => {
      if (addresses.length === 0) return new Set()
      const rows = await skipped()
        .where(sql<boolean>`address = any(${textArray(addresses)})`)
        .execute()
      return new Set(rows.map((row) => row.address))
    },
  }
}

/** A block may pay tens of thousands of addresses. One text costs a tenth of an array, of which pg quotes each element; no address has a comma. */
function textArray(addresses: readonly string[]) {
  return sql<string[]>`string_to_array(${addresses.join(',')}, ',')`
}
