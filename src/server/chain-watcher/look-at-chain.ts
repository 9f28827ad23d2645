import { ChainError, type Block, type ChainReader } from '#server/chain/chain-reader.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import type { Log } from '#server/runtime/log.ts'
import { collectAttestations } from './collect-attestations.ts'
import { checkRefunds } from '#server/refunds/check-refunds.ts'
import {
  addCheckpoints,
  beginCursor,
  loadCursor,
  moveCursor,
  recordWatchedUntil,
  type Cursor,
} from './cursor.ts'
import { markMissingTransfers } from './mark-missing-transfers.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import { createOptionalReads } from './optional-reads.ts'
import { deliverDueOrders, settleDueOrders } from '#server/payments/settle-due-orders.ts'
import { railOfRecord, type PaymentRecord } from '#server/payments/payment-record.ts'
import { storeOutflows, storeTransfers } from './store-transfers.ts'
import { createBalanceCheck } from './balance-check.ts'
import { createFinalityCheck } from './finality-check.ts'
import { createTokenRecheck } from './recheck-tokens.ts'
import { createTokenCheck } from './token-check.ts'
import { ensureCanonical } from './ensure-canonical.ts'
import { watchAddresses } from './watch-addresses.ts'

export interface ChainWatchDeps {
  readonly db: Db
  readonly reader: ChainReader
  readonly clock: Clock
  readonly log: Log
  readonly policy: PaymentPolicy
}

/** Polls one chain. Between polls it remembers only when it last made the expensive calls. */
export interface ChainWatch {
  /**
   * One complete poll: reads the mempool and all blocks since the cursor, settles the orders that may have changed, reads
   * balances, and delivers keys. Orders are settled before balances are read, since a node may refuse to read them. Transfers are stored in the transaction that moves the cursor, so the process may stop
   * at any point.
   *
   * @throws {ChainError} if no node is reliable; no block is skipped and the cursor is unchanged.
   * @throws {CursorMovedError} if another process reads the same chain.
   */
  look(signal?: AbortSignal): Promise<void>
}

/** Depths of checkpoints below the first block ever read, to find the fork of a reorganisation soon after the start. */
const FIRST_CHECKPOINTS_BELOW = [1, 2, 3, 6, 12, 32, 64, 128] as const

export function createChainWatch(deps: ChainWatchDeps): ChainWatch {
  const { db, reader, clock, log, policy } = deps
  const watch = watchAddresses(db, reader.chain)
  const optional = createOptionalReads(deps)
  const balances = createBalanceCheck(db, reader)
  const tokenCheck = createTokenCheck(db, reader)
  const finalityCheck = createFinalityCheck(db, reader)
  const recheck = createTokenRecheck(db, reader)
  let settledAt: string | null = null

  // an order whose asset the reader no longer looks for was not watched until its end
  const mayExpire = (record: PaymentRecord) =>
    reader.assets.includes(railOfRecord(record).asset) &&
    balances.hasRead(record) &&
    tokenCheck.hasChecked(record, clock())
  const settle = async (hasNewBlocks: boolean) => {
    // first: the keys of an order leave when it is settled
    await collectAttestations(db, reader, policy, clock())
    await settleDueOrders({ db, clock, policy, log, mayExpire }, reader.chain, hasNewBlocks)
  }

  /** Reads what the first pass over the blocks may have missed, after the orders were settled by what transfers show. */
  const readAgain = async (at: Block, head: Block, startedAt: Date) => {
    await optional.run('balances of the coin', () => balances.look(at, clock(), startedAt))
    await optional.run('token logs, second pass', () => recheck.look(at, head, clock()))
    await optional.run('balances of tokens', () => tokenCheck.look(at, clock()))
  }

  return {
    look: async (signal) => {
      const startedAt = clock()
      // before the head: a transfer that is mined between the two calls is in a block that is read below
      const unconfirmed = await reader.unconfirmed(watch)
      if (unconfirmed !== null)
        await db.transaction().execute((tx) => storeTransfers(tx, reader.chain, unconfirmed, clock()))
      const begun = await loadCursor(db, reader.chain)
      const head = await reader.head(begun?.height)
      const read = await readBlocks(deps, begun, head, signal)
      if (read === null) return
      const { cursor } = read
      if (unconfirmed !== null) {
        // transactions of removed blocks return to the mempool, so their orders keep the transfers as unconfirmed
        const returned = read.hasWalkedBack ? ((await reader.unconfirmed(watch)) ?? []) : []
        await db.transaction().execute((tx) => storeTransfers(tx, reader.chain, returned, clock()))
        await markMissingTransfers(db, reader, [...unconfirmed, ...returned], clock())
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

interface BlocksRead {
  readonly cursor: Cursor
  /** Whether blocks that had been read were removed. */
  readonly hasWalkedBack: boolean
}

/** Reads the blocks from the cursor up to the head; null if it was aborted. */
async function readBlocks(
  deps: ChainWatchDeps,
  begun: Cursor | null,
  head: Block,
  signal?: AbortSignal,
): Promise<BlocksRead | null> {
  const { db, reader, clock } = deps
  const from = begun ?? (await beginCursor(db, reader.chain, head, await blocksBelow(reader, head)))
  // a scan compares the block at the cursor itself
  let cursor = from.height < head.height ? from : await ensureCanonical(db, reader, from, head, clock())
  let hasWalkedBack = cursor.hash !== from.hash
  while (cursor.height < head.height) {
    if (signal?.aborted === true) return null
    const next = await readSpan(deps, cursor, head)
    if (next.height <= cursor.height) hasWalkedBack = true
    cursor = next
  }
  return { cursor, hasWalkedBack }
}

async function readSpan({ db, reader, clock }: ChainWatchDeps, cursor: Cursor, head: Block): Promise<Cursor> {
  const scanned = await reader.scan(cursor.height, head.height, watchAddresses(db, reader.chain))
  const fromHash = scanned.fromHash ?? (await reader.blockAt(cursor.height))?.hash
  // the block at the cursor was replaced during the scan: store nothing
  if (fromHash !== cursor.hash) {
    const fork = await ensureCanonical(db, reader, cursor, head, clock())
    if (fork.hash !== cursor.hash) return fork
    throw new ChainError(
      reader.chain,
      'inconsistent',
      'two answers about the same block differ; it will be read again',
    )
  }
  await db.transaction().execute(async (tx) => {
    await moveCursor(tx, reader.chain, cursor, scanned.upTo)
    await addCheckpoints(tx, reader.chain, [scanned.upTo])
    await storeOutflows(tx, reader.chain, scanned.outflows ?? [])
    await storeTransfers(tx, reader.chain, scanned.transfers, clock())
  })
  return scanned.upTo
}

async function blocksBelow(reader: ChainReader, head: Block): Promise<readonly Block[]> {
  const blocks: Block[] = []
  for (const depth of FIRST_CHECKPOINTS_BELOW) {
    if (head.height - depth < 0) break
    const block = await reader.blockAt(head.height - depth)
    if (block !== null) blocks.push(block)
  }
  return blocks
}

async function blockOf(reader: ChainReader, cursor: Cursor, head: Block): Promise<Block> {
  if (cursor.hash === head.hash) return head
  const block = await reader.blockAt(cursor.height)
  return block ?? head
}
