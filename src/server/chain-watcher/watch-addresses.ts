import { sql } from 'kysely'
import type { Watch } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { type ChainId, CHAIN_TABLE } from '#shared/chains.ts'

/** The watched addresses of a chain, read from all orders ever created, since a payment may arrive years late. */
export function watchAddresses(db: Db, chain: ChainId): Watch {
  return watchOrders(() => addressesOf(db, chain))
}

const RECENT_MS = 14 * 24 * 3600_000

/** The addresses of orders of the last 14 days that may still be paid or changed by new evidence. */
export function watchRecentAddresses(db: Db, chain: ChainId, now: Date): Watch {
  const since = new Date(now.getTime() - RECENT_MS)
  return watchOrders(() =>
    addressesOf(db, chain).where('created_at', '>', since).where('is_final', '=', false),
  )
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
        .where(sql<boolean>`payment_address = any(${[...addresses]})`)
        .execute()
      return new Set(rows.map((row) => row.payment_address))
    },
  }
}
