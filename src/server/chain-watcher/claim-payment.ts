import type { DbDeps } from '#server/db/db-deps.ts'
import { ChainError, type ChainReader, type FoundTransfer } from '#server/chain/chain-reader.ts'
import type { Db } from '#server/db/database.ts'
import { railOfRecord, type PaymentRecord } from '#server/payments/payment-record.ts'
import type { ClaimOutcome } from '#shared/orders-api.ts'
import { holdOntoBlock } from './rescan-blocks.ts'
import { storeTransfers } from './store-transfers.ts'

export interface ClaimDeps extends DbDeps {
  readonly readers: readonly ChainReader[]
}

/** Writes the outcome of a claim where it belongs, in the transaction that stores what was found. */
export type RecordClaim = (tx: Db, outcome: ClaimOutcome) => Promise<void>

/**
 * Reads a transaction that is claimed to have paid an order, and stores what it pays to the order's address like a transfer
 * that a scan found. The next look settles the order: whether the money counts, and whether keys leave, is decided there.
 * Storing a transfer twice changes nothing, so a claim can be repeated.
 */
export async function claimPayment(
  deps: ClaimDeps,
  order: PaymentRecord,
  txHash: string,
  record: RecordClaim,
): Promise<ClaimOutcome> {
  const { db, clock, readers } = deps
  const { chain, asset } = railOfRecord(order)
  const reader = readers.find((one) => one.chain === chain)
  const found = reader === undefined ? 'unanswered' : await lookUp(reader, order.payment_address, txHash)
  if (reader === undefined || typeof found === 'string') {
    const outcome = typeof found === 'string' ? found : 'unanswered'
    await db.transaction().execute((tx) => record(tx, outcome))
    return outcome
  }
  const outcomeFor = (isKnown: boolean): ClaimOutcome => {
    if (!found.some((one) => one.asset === asset)) return 'other_asset'
    return isKnown ? 'known' : 'stored'
  }
  try {
    return await db.transaction().execute(async (tx) => {
      for (const { block } of found) if (block !== null) await holdOntoBlock(tx, reader, block)
      const outcome = outcomeFor(await areKnown(tx, reader, found))
      // like a rescan: the mempool does not tell when it came
      await storeTransfers(tx, chain, found, { seenAt: clock(), unseenUntil: null })
      await record(tx, outcome)
      return outcome
    })
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    await db.transaction().execute((tx) => record(tx, 'unanswered'))
    return 'unanswered'
  }
}

async function lookUp(
  reader: ChainReader,
  address: string,
  txHash: string,
): Promise<readonly FoundTransfer[] | ClaimOutcome> {
  const lookup = await reader.lookUpPayment({ txHash, address }).catch((error: unknown) => {
    if (error instanceof ChainError) return { kind: 'unanswered' as const }
    throw error
  })
  if (lookup.kind === 'missing') return 'not_found'
  if (lookup.kind !== 'found') return lookup.kind
  if (lookup.transfers.length > 0) return lookup.transfers
  return lookup.isUnknownToken ? 'unknown_token' : 'nothing_to_address'
}

/** Whether all transfers are stored already, in the same blocks. */
async function areKnown(tx: Db, { chain }: ChainReader, found: readonly FoundTransfer[]): Promise<boolean> {
  for (const { txHash, index, address, block } of found) {
    const stored = await tx
      .selectFrom('transfers')
      .select('block_hash')
      .where('chain', '=', chain)
      .where('tx_hash', '=', txHash)
      .where('output_index', '=', index)
      .where('address', '=', address)
      .where('lost_at', 'is', null)
      .executeTakeFirst()
    if (stored === undefined || stored.block_hash !== (block?.hash ?? null)) return false
  }
  return true
}
