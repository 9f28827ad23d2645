import type { PayoutAnswer } from '#server/chain/chain-reader.ts'
import { REFUND_NOT_FOUND_S } from '#shared/constants.ts'
import type { Depth } from '#shared/rails.ts'
import type { ChainView } from '#server/payments/load-evidence.ts'

/** What a payout's transaction is known to be. `waiting`: not deep enough, or its nodes do not agree yet. */
export type PayoutVerdict =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'mismatch'; readonly reason: 'not_found' | 'failed' | 'nothing_to_address' }
  | {
      readonly kind: 'verified'
      readonly atoms: bigint
      readonly block: { readonly height: number; readonly hash: string }
    }

/** How long a transaction has been looked for, and how deep it must lie. */
export interface PayoutRule {
  readonly recordedAt: Date
  readonly depth: Depth
  readonly view: ChainView
}

/**
 * Judges a transaction from what every node says of it: they must all know it, in the same block, with the same amount, as
 * deep as the rule asks. One that cannot be asked, or that says otherwise, leaves it waiting.
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
