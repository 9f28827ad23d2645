import type { Block, ChainReader } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { railOfRecord, type PaymentRecord } from '#server/payments/payment-record.ts'
import { isNative } from '#shared/assets.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import { ordersWithBalances, pageOfAllOrders, readBalances, type BalanceScope } from './read-balances.ts'

/** Reads balances of a chain's own coin, each group of orders as often as it needs. */
export interface BalanceCheck {
  /** Reads the balances that are due at the cursor's block. @param startedAt when the poll began. */
  look(at: Block, now: Date, startedAt: Date): Promise<void>
  /** Whether an order's coin balance was read after its window; true if the order does not depend on it. */
  hasRead(record: PaymentRecord): boolean
}

const RECENT_EVERY_MS = 60_000
const UNFINISHED_EVERY_MS = 3600_000
const ALL_EVERY_MS = 24 * 3600_000

/**
 * Creates the check; only when it last made the expensive calls is kept, in memory. Once a day the balances of all orders ever
 * created are read, one page with each new block, since a contract may send coins to an old address without a trace.
 */
export function createBalanceCheck(db: Db, reader: ChainReader): BalanceCheck {
  const { chain } = reader
  const { readsCoinBalances } = CHAIN_TABLE[chain]
  let recentReadAt = 0
  let unfinishedReadAt = 0
  let allBegunAt = 0
  /** The id of the last order read in the daily pass; `'done'` between two passes. */
  let allAfter: { readonly id: string | null } | 'done' = 'done'
  let readAt: string | null = null
  let readUntil = new Date(0)

  const scopeAt = (nowMs: number): BalanceScope => {
    if (nowMs - unfinishedReadAt >= UNFINISHED_EVERY_MS) return 'unfinished'
    return nowMs - recentReadAt >= RECENT_EVERY_MS ? 'recent' : 'open'
  }

  const readPage = async (at: Block, now: Date) => {
    if (!readsCoinBalances) return
    if (allAfter === 'done') {
      if (now.getTime() - allBegunAt < ALL_EVERY_MS) return
      allBegunAt = now.getTime()
      allAfter = { id: null }
    }
    const { orders, isLast } = await pageOfAllOrders(db, chain, allAfter.id)
    await readBalances(db, reader, orders, at, now)
    allAfter = isLast ? 'done' : { id: orders.at(-1)?.id ?? null }
  }

  return {
    hasRead: (record) =>
      !readsCoinBalances || !isNative(chain, railOfRecord(record).asset) || record.expires_at < readUntil,
    look: async (at, now, startedAt) => {
      if (readAt !== at.hash) {
        const scope = scopeAt(now.getTime())
        await readBalances(db, reader, await ordersWithBalances(db, chain, scope, now), at, now)
        if (scope !== 'open') recentReadAt = now.getTime()
        if (scope === 'unfinished') unfinishedReadAt = now.getTime()
        await readPage(at, now)
        readAt = at.hash
      }
      readUntil = startedAt
    },
  }
}
