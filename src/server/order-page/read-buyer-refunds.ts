import type { Db } from '#server/db/database.ts'
import { correctionNumberOf } from '#server/payments/invoice-number.ts'
import { coinOf, type RefundRecord } from '#server/refunds/refund-record.ts'
import type { BuyerRefund } from '#shared/buyer-api.ts'
import { atoms, formatAmount } from '#shared/money.ts'
import { decimalsOf } from '#shared/assets.ts'
import type { ExplorerLinks } from './explorer-links.ts'

/**
 * Describes refunds for the buyer: the owed amount, its address and the transactions that pay it. A refund without a
 * coin is left out.
 */
export async function readBuyerRefunds(
  db: Db,
  refunds: readonly RefundRecord[],
  links: ExplorerLinks,
): Promise<readonly BuyerRefund[]> {
  if (refunds.length === 0) return []
  const transactions = await db
    .selectFrom('refund_transactions')
    .select(['refund_id', 'tx_hash', 'status', 'atoms', 'recorded_at'])
    .where(
      'refund_id',
      'in',
      refunds.map((refund) => refund.id),
    )
    .orderBy('recorded_at')
    .execute()
  const corrections = await db
    .selectFrom('corrections')
    .selectAll()
    .where(
      'refund_id',
      'in',
      refunds.map((refund) => refund.id),
    )
    .execute()
  return refunds.filter(hasCoin).map((refund) =>
    toBuyerRefund(
      refund,
      transactions.filter((one) => one.refund_id === refund.id),
      {
        links,
        correctionNumber: correctionNumberOf(corrections.find((one) => one.refund_id === refund.id)),
      },
    ),
  )
}

interface PayoutRow {
  readonly tx_hash: string
  readonly status: string
  readonly atoms: bigint | null
  readonly recorded_at: Date
}

function toBuyerRefund(
  refund: RefundRecord,
  transactions: readonly PayoutRow[],
  { links, correctionNumber }: { readonly links: ExplorerLinks; readonly correctionNumber: string | null },
): BuyerRefund {
  const { chain, asset } = coinOf(refund)
  const amount = (count: bigint) => formatAmount(atoms(count), decimalsOf(chain, asset))
  const verified = transactions.filter((one) => one.status === 'verified')
  return {
    id: refund.id,
    // foreign keys to reference tables check both
    status: refund.status as BuyerRefund['status'],
    askedBy: refund.asked_by as BuyerRefund['askedBy'],
    askedAt: refund.asked_at.toISOString(),
    copies: refund.quantity,
    chain,
    asset,
    address: refund.address ?? '',
    owed: refund.owed_atoms === null ? null : amount(refund.owed_atoms),
    quotedAt: refund.quoted_at?.toISOString() ?? null,
    paid: amount(verified.reduce((sum, one) => sum + (one.atoms ?? 0n), 0n)),
    verifiedAt: refund.verified_at?.toISOString() ?? null,
    correctionNumber,
    transactions: transactions.map((one) => ({
      txHash: one.tx_hash,
      status: one.status as BuyerRefund['transactions'][number]['status'],
      amount: one.atoms === null ? null : amount(one.atoms),
      recordedAt: one.recorded_at.toISOString(),
      url: links.transaction(chain, one.tx_hash),
    })),
  }
}

function hasCoin({ chain, asset }: RefundRecord): boolean {
  return chain !== null && asset !== null
}
