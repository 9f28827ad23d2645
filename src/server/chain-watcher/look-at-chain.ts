import type { LoggedDbDeps } from '#server/db/db-deps.ts'
import type { Block, ChainReader, FoundTransfer } from '#server/chain/chain-reader.ts'
import { collectAttestations } from './collect-attestations.ts'
import { checkRefunds } from '#server/refunds/check-refunds.ts'
import { loadCursor, recordReached, recordWatchedUntil, type Cursor } from './cursor.ts'
import { createCatchUp } from './catch-up.ts'
import { createMissingTransfers } from './mark-missing-transfers.ts'
import { holdMempoolListing, loadMempoolListing, recordMempoolListing } from './mempool-listing.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import { createOptionalReads } from './optional-reads.ts'
import { deliverDueOrders, settleDueOrders } from '#server/payments/settle-due-orders.ts'
import { railOfRecord, type PaymentRecord } from '#server/payments/payment-record.ts'
import { storeTransfers } from './store-transfers.ts'
import { createAddressCheck } from './address-check.ts'
import { createBalanceCheck } from './balance-check.ts'
import { createFinalityCheck } from './finality-check.ts'
import { createTokenRecheck } from './recheck-tokens.ts'
import { createTokenCheck } from './token-check.ts'
import { readBlocks } from './read-blocks.ts'
import { watchUnconfirmed } from './watch-addresses.ts'

export interface ChainWatchDeps extends LoggedDbDeps {
  readonly reader: ChainReader
  readonly policy: PaymentPolicy
  /** Called after each span of missed blocks that does not reach the head. */
  readonly onProgress?: (upTo: Block) => Promise<void>
}

/** Polls one chain. Between polls it remembers only when it last made the expensive calls. */
export interface ChainWatch {
  /**
   * One complete poll: reads the mempool and all blocks since the cursor, settles the orders that may have changed, reads
   * balances, and delivers keys. Orders are settled before balances are read, since a node may refuse to read them.
   * Blocks that were missed are read in spans, and orders are settled after each. Transfers are stored in the transaction
   * that moves the cursor, so the process may stop at any point.
   *
   * @throws {ChainError} if no node is reliable; no block is skipped and the cursor is unchanged.
   * @throws {CursorMovedError} if another process reads the same chain.
   */
  look(signal?: AbortSignal): Promise<void>
}

export function createChainWatch(deps: ChainWatchDeps): ChainWatch {
  const { db, reader, clock, log, policy } = deps
  const optional = createOptionalReads(deps)
  const balances = createBalanceCheck(db, reader)
  const tokenCheck = createTokenCheck(db, reader)
  const addressCheck = createAddressCheck(db, reader)
  const finalityCheck = createFinalityCheck(db, reader)
  const recheck = createTokenRecheck(db, reader)
  const catchUp = createCatchUp({ db, chain: reader.chain, clock, log })
  const missing = createMissingTransfers(db, reader)
  let settledAt: string | null = null

  // an order whose asset the reader no longer looks for was not watched until its end
  const mayExpire = (record: PaymentRecord) =>
    reader.assets.includes(railOfRecord(record).asset) &&
    balances.hasRead(record) &&
    addressCheck.hasRead(record) &&
    tokenCheck.hasChecked(record, clock())
  const settle = async (hasNewBlocks: boolean) => {
    // first: the keys of an order leave when it is settled
    await collectAttestations(db, reader, policy, clock())
    await settleDueOrders({ db, clock, policy, log, mayExpire }, reader.chain, hasNewBlocks)
  }

  /** Reads what the first pass over the blocks may have missed, after the orders were settled by what transfers show. */
  const readAgain = async (at: Block, head: Block, startedAt: Date) => {
    // first: after a balance that is refused no node is asked for a moment
    await optional.run('token logs, second pass', () => recheck.look(at, head, clock()))
    await optional.run('balances of the coin', () => balances.look(at, clock(), startedAt))
    await optional.run('balances of tokens', () => tokenCheck.look(at, clock()))
    await optional.run('addresses', () => addressCheck.look(at, clock()))
  }

  /** Settles the orders paid in the blocks read so far. */
  const settleSpan = async (upTo: Block, head: Block) => {
    const finality = await finalityCheck.look(head)
    await recordReached(db, reader.chain, upTo, finality.read)
    await settle(true)
  }

  const storeUnconfirmed = async (found: readonly FoundTransfer[], previous: Date | null) => {
    await db.transaction().execute(async (tx) => {
      await holdMempoolListing(tx, reader.chain, previous)
      await storeTransfers(tx, reader.chain, found, { seenAt: clock(), unseenUntil: previous })
    })
  }

  return {
    look: async (signal) => {
      const startedAt = clock()
      const previous = await loadMempoolListing(db, reader.chain)
      // before the head: a transfer that is mined between the two calls is in a block that is read below
      const watch = watchUnconfirmed(db, reader.chain, startedAt)
      const unconfirmed = await reader.unconfirmed(watch)
      if (unconfirmed !== null) await storeUnconfirmed(unconfirmed, previous)
      const begun = await loadCursor(db, reader.chain)
      const head = await reader.head(begun?.height)
      const onSpan = async (upTo: Block) => {
        await settleSpan(upTo, head)
        await catchUp.progress(begun?.height ?? upTo.height, upTo, head)
        await deps.onProgress?.(upTo)
      }
      const read = await readBlocks({ ...deps, unseenUntil: previous }, begun, head, onSpan, signal)
      if (read === null) return
      await catchUp.finished(head)
      const { cursor } = read
      if (unconfirmed !== null) {
        // transactions of removed blocks return to the mempool, so their orders keep the transfers as unconfirmed
        const returned = read.hasWalkedBack ? ((await reader.unconfirmed(watch)) ?? []) : []
        await storeUnconfirmed(returned, previous)
        await missing.mark({ present: [...unconfirmed, ...returned], cursor, previous }, clock())
        await recordMempoolListing(db, reader.chain, cursor, previous, startedAt)
      }
      const at = await blockOf(reader, cursor, head)
      const finality = await finalityCheck.look(head)
      await recordWatchedUntil(db, reader.chain, cursor, head, finality.read, startedAt)
      await settle(settledAt !== at.hash || finality.read !== null)
      settledAt = at.hash
      await readAgain(at, head, startedAt)
      await settle(false)
      await checkRefunds(deps, {
        headHeight: head.height,
        finalizedHeight: finality.height,
        watchedUntil: startedAt,
      })
      await deliverDueOrders({ db, clock, policy, log })
      if (finality.fault !== null) throw finality.fault
    },
  }
}

async function blockOf(reader: ChainReader, cursor: Cursor, head: Block): Promise<Block> {
  if (cursor.hash === head.hash) return head
  const block = await reader.blockAt(cursor.height)
  return block ?? head
}
