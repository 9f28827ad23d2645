import type { Block, ChainReader } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { railOfRecord, type PaymentRecord } from '#server/payments/payment-record.ts'
import { isNative } from '#shared/assets.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import { ordersWithBalances, readBalances, type BalanceScope } from './read-balances.ts'

/** Reads balances of a chain's own coin, each group of orders as often as it needs. */
export interface BalanceCheck {
  /** Reads the balances that are due at the cursor's block. @param startedAt when the poll began. */
  look(at: Block, now: Date, startedAt: Date): Promise<void>
  /** Whether an order's coin balance was read after its window; true if the order does not depend on it. */
  hasRead(record: PaymentRecord): boolean
}

const UNFINISHED_EVERY_MS = 60_000
const ALL_EVERY_MS = 24 * 3600_000

/** Creates the check; only when it last made the expensive calls is kept, in memory. */
export function createBalanceCheck(db: Db, reader: ChainReader): BalanceCheck {
  const { readsCoinBalances } = CHAIN_TABLE[reader.chain]
  let unfinishedReadAt = 0
  let allReadAt = 0
  let readAt: string | null = null
  let readUntil = new Date(0)

  const scopeAt = (now: Date): BalanceScope => {
    if (now.getTime() - allReadAt >= ALL_EVERY_MS) return 'all'
    return now.getTime() - unfinishedReadAt >= UNFINISHED_EVERY_MS ? 'unfinished' : 'open'
  }

  return {
    hasRead: (record) =>
      !readsCoinBalances ||
      !isNative(reader.chain, railOfRecord(record).asset) ||
      record.expires_at < readUntil,
    look: async (at, now, startedAt) => {
      if (readAt !== at.hash) {
        const scope = scopeAt(now)
        await readBalances(db, reader, await ordersWithBalances(db, reader.chain, scope, now), at, now)
        if (scope !== 'open') unfinishedReadAt = now.getTime()
        if (scope === 'all') allReadAt = now.getTime()
        readAt = at.hash
      }
      readUntil = startedAt
    },
  }
}
