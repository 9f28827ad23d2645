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
  /** How many nodes must report the same; 2 from the quorum value on, if two are configured. */
  readonly nodesNeeded: 1 | 2
}

/**
 * Decides about a payout's transaction from the answers of all nodes. Those that answer must report it in the same block, with
 * the same amount and at least as deep as the rule requires: a contradiction leaves it `waiting`, whatever its value. A node
 * that is unreachable does so only if too few others answer. That it is `not_found` needs the answer of every node.
 */
export function judgePayout(answers: readonly PayoutAnswer[], rule: PayoutRule, now: Date): PayoutVerdict {
  if (answers.length > 0 && answers.every((one) => one.says === 'missing')) {
    const ageMs = now.getTime() - rule.recordedAt.getTime()
    return ageMs > REFUND_NOT_FOUND_S * 1000 ? { kind: 'mismatch', reason: 'not_found' } : { kind: 'waiting' }
  }
  const answered = answers.filter((one) => one.says !== 'unknown')
  const [first] = answered
  const isAgreed =
    answered.length >= rule.nodesNeeded && answered.every((one) => isSameAnswer(one, first ?? one))
  const block = first?.block ?? null
  if (first === undefined || block === null || !isAgreed || !isDeepEnough(block.height, rule))
    return { kind: 'waiting' }
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
