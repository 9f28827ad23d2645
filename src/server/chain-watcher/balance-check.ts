import type { Block, ChainReader } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { railOfRecord, type PaymentRecord } from '#server/payments/payment-record.ts'
import { isNative } from '#shared/assets.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import {
  joinPages,
  pageOfAllOrders,
  pageOfScope,
  type BalancePosition,
  type BalanceScope,
} from './balance-pages.ts'
import { readBalances } from './read-balances.ts'

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

/** A pass over the orders of a scope, page by page. */
interface Pass {
  readonly scope: BalanceScope
  /** When the poll began that read its first page. */
  readonly startedAt: Date
  /** The last order that was read; null before the first page. */
  readonly after: BalancePosition | null
}

/**
 * Creates the check; only how far each pass has come is kept, in memory. However many orders there are, a new block costs one page
 * of those that wait for payment, one of all orders ever created while their daily pass is under way (a contract may send coins
 * to an old address without a trace), and once a minute one of the unfinished ones: with more than a page of orders, a pass
 * takes several blocks or minutes.
 */
export function createBalanceCheck(db: Db, reader: ChainReader): BalanceCheck {
  const { chain } = reader
  const { readsCoinBalances } = CHAIN_TABLE[chain]
  let open: Pass | null = null
  let wide: Pass | null = null
  let wideReadAt = 0
  let unfinishedReadAt = 0
  let allBegunAt = 0
  /** The last order read in the daily pass; `'done'` between two passes. */
  let allAfter: BalancePosition | 'done' = 'done'
  let readAt: string | null = null
  /** Whether the last block's balances are those of all orders that wait for payment. */
  let isWhole = false
  let readUntil = new Date(0)

  const wideScope = (nowMs: number): BalanceScope | null => {
    if (nowMs - wideReadAt < RECENT_EVERY_MS) return null
    if (wide !== null) return wide.scope
    return nowMs - unfinishedReadAt >= UNFINISHED_EVERY_MS ? 'unfinished' : 'recent'
  }

  const pageOf = async (scope: BalanceScope, pass: Pass | null, at: Block, now: Date, startedAt: Date) => {
    const { after = null, startedAt: begunAt = startedAt } = pass ?? {}
    const page = await pageOfScope(db, chain, at.height, scope, now, after)
    return { ...page, isFirst: after === null, pass: { scope, startedAt: begunAt, after: page.last } }
  }

  const allPage = async (at: Block, nowMs: number) => {
    if (!readsCoinBalances || (allAfter === 'done' && nowMs - allBegunAt < ALL_EVERY_MS)) return null
    return pageOfAllOrders(db, chain, at.height, allAfter === 'done' ? null : allAfter)
  }

  const readBlock = async (at: Block, now: Date, startedAt: Date) => {
    const nowMs = now.getTime()
    const scope = wideScope(nowMs)
    const wider = scope === null ? null : await pageOf(scope, wide, at, now, startedAt)
    // all unfinished orders in one page include those that wait for payment
    const isAll = wider?.isFirst === true && wider.last === null
    const opened = isAll ? null : await pageOf('open', open, at, now, startedAt)
    const all = await allPage(at, nowMs)
    const pages = [wider, opened, all].filter((page) => page !== null)
    await readBalances(db, reader, joinPages(pages), at, now)
    if (wider !== null) {
      wideReadAt = nowMs
      wide = wider.last === null ? null : wider.pass
      if (wider.last === null && scope === 'unfinished') unfinishedReadAt = nowMs
    }
    if (opened !== null) open = opened.last === null ? null : opened.pass
    if (all !== null) {
      if (allAfter === 'done') allBegunAt = nowMs
      allAfter = all.last ?? 'done'
    }
    isWhole = isAll || (opened?.isFirst === true && opened.last === null)
    if (isAll) open = null
    else if (opened?.last === null) readUntil = opened.pass.startedAt
  }

  return {
    hasRead: (record) =>
      !readsCoinBalances || !isNative(chain, railOfRecord(record).asset) || record.expires_at < readUntil,
    look: async (at, now, startedAt) => {
      if (readAt !== at.hash) {
        await readBlock(at, now, startedAt)
        readAt = at.hash
      }
      if (isWhole) readUntil = startedAt
    },
  }
}
