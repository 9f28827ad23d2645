import type { PayoutAnswer } from '#server/chain/chain-reader.ts'
import { REFUND_NOT_FOUND_S } from '#shared/constants.ts'
import type { Depth } from '#shared/rails.ts'
import type { ChainView } from '#server/payments/load-evidence.ts'

/** The verdict about a payout's transaction. `waiting`: it is not deep enough, or the nodes do not agree yet. */
export type PayoutVerdict =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'mismatch'; readonly reason: 'not_found' | 'failed' | 'nothing_to_address' }
  | {
      readonly kind: 'verified'
      readonly atoms: bigint
      readonly block: { readonly height: number; readonly hash: string }
    }

/** When the transaction was recorded, and how deep it must be. */
export interface PayoutRule {
  readonly recordedAt: Date
  readonly depth: Depth
  readonly view: ChainView
}

/**
 * Decides about a payout's transaction from the answers of all nodes. All must report it in the same block, with the same
 * amount and at least as deep as the rule requires. A node that is unreachable or disagrees leaves it `waiting`.
 */
export function judgePayout(answers: readonly PayoutAnswer[], rule: PayoutRule, now: Date): PayoutVerdict {
  const [first] = answers
  if (first === undefined) return { kind: 'waiting' }
  if (answers.every((one) => one.says === 'missing')) {
    const ageMs = now.getTime() - rule.recordedAt.getTime()
    return ageMs > REFUND_NOT_FOUND_S * 1000 ? { kind: 'mismatch', reason: 'not_found' } : { kind: 'waiting' }
  }
  const { block } = first
  if (
    block === null ||
    !answers.every((one) => isSameAnswer(one, first)) ||
    !isDeepEnough(block.height, rule)
  ) {
    return { kind: 'waiting' }
  }
  if (first.says === 'failed') return { kind: 'mismatch', reason: 'failed' }
  if (first.says !== 'found') return { kind: 'waiting' }
  if (first.atoms === 0n) return { kind: 'mismatch', reason: 'nothing_to_address' }
  return { kind: 'verified', atoms: first.atoms, block }
}

function isSameAnswer(one: PayoutAnswer, other: PayoutAnswer): boolean {
  return one.says === other.says && one.atoms === other.atoms && one.block?.hash === other.block?.hash
}

function isDeepEnough(height: number, { depth, view }: PayoutRule): boolean {
  if (depth === 'finalized') return height <= view.finalizedHeight
  return view.headHeight - height + 1 >= depth
}
