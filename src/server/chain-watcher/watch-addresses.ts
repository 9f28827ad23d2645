import { sql } from 'kysely'
import type { Watch } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { type ChainId, CHAIN_TABLE } from '#shared/chains.ts'

/** The watched addresses of a chain, read from all orders ever created, since a payment may arrive years late. */
export function watchAddresses(db: Db, chain: ChainId): Watch {
  const orders = db
    .selectFrom('payments')
    .select('payment_address')
    .where('wallet', '=', CHAIN_TABLE[chain].wallet)
  return {
    few: async (limit) => {
      const rows = await orders.limit(limit + 1).execute()
      return rows.length > limit ? null : rows.map((row) => row.payment_address)
    },
    among: async (addresses) => {
      if (addresses.length === 0) return new Set()
      const rows = await orders.where(sql<boolean>`payment_address = any(${[...addresses]})`).execute()
      return new Set(rows.map((row) => row.payment_address))
    },
  }
}
