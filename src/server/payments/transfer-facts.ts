import type { Selectable } from 'kysely'
import type { Transfers } from '#server/db/schema.ts'
import { decimalsOf, type Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import { atoms, formatAmount } from '#shared/money.ts'
import type { OrderTransfer } from '#shared/orders-api.ts'
import type { Rail } from '#shared/rails.ts'
import { transferIdOf } from './load-evidence.ts'

/**
 * States what buyers and staff are shown of a transfer. The casts are safe: the schema allows only known chains, assets and
 * kinds of loss.
 *
 * @param headHeight of the transfer's chain; null if it was never read.
 */
export function transferFacts(row: Selectable<Transfers>, rail: Rail, headHeight: number | null) {
  const [chain, asset] = [row.chain as ChainId, row.asset as Asset]
  const { block_height: height } = row
  const isStanding = row.lost_at === null && height !== null && headHeight !== null
  return {
    id: transferIdOf(row),
    chain,
    asset,
    amount: formatAmount(atoms(row.atoms), decimalsOf(chain, asset)),
    txHash: row.tx_hash,
    evidence: row.evidence as OrderTransfer['evidence'],
    isOfRail: chain === rail.chain && asset === rail.asset,
    seenAt: row.seen_at.toISOString(),
    confirmations: isStanding ? Math.max(0, headHeight - height + 1) : 0,
    lost:
      row.lost_at === null
        ? null
        : { at: row.lost_at.toISOString(), as: row.lost_as as NonNullable<OrderTransfer['lost']>['as'] },
  }
}
