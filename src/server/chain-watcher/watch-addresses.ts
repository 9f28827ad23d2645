import { sql } from 'kysely'
import type { Watch } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { RAILS, type ChainId } from '#shared/rails.ts'

/** Which wallet's addresses live on a chain: ETH, ERC-20 and BEP-20 orders share theirs, watched on both chains. */
export function walletOf(chain: ChainId): 'bitcoin' | 'evm' | 'tron' {
  const rail = RAILS.find((row) => row.chain === chain)
  if (rail === undefined) throw new RangeError(`no rail runs on chain ${chain}`)
  return rail.wallet
}

/** The addresses of a chain, straight from the orders: every order ever made, since money may come years late. */
export function watchAddresses(db: Db, chain: ChainId): Watch {
  const orders = db.selectFrom('payments').select('payment_address').where('wallet', '=', walletOf(chain))
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
