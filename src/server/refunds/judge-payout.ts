import type { PayoutAnswer } from '#server/chain/chain-reader.ts'
import { REFUND_NOT_FOUND_S } from '#shared/constants.ts'
import type { Depth } from '#shared/rails.ts'
import type { ChainView } from '#server/payments/load-evidence.ts'

/**
 * The verdict about a payout's transaction. `waiting`: it is not deep enough, or the nodes do not agree yet; `isUnagreed` if
 * only their agreement is missing.
 */
export type PayoutVerdict =
  | { readonly kind: 'waiting'; readonly isUnagreed: boolean }
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
  const isOld = now.getTime() - rule.recordedAt.getTime() > REFUND_NOT_FOUND_S * 1000
  if (isOld && answers.length > 0 && answers.every((one) => one.says === 'missing'))
    return { kind: 'mismatch', reason: 'not_found' }
  const waiting = { kind: 'waiting', isUnagreed: isUnagreed(answers, rule, isOld) } as const
  const answered = answers.filter((one) => one.says !== 'unknown')
  const [first] = answered
  const isAgreed =
    answered.length >= rule.nodesNeeded && answered.every((one) => isSameAnswer(one, first ?? one))
  const block = first?.block ?? null
  if (first === undefined || block === null || !isAgreed || !isDeepEnough(block.height, rule)) return waiting
  if (first.says === 'failed') return { kind: 'mismatch', reason: 'failed' }
  if (first.says !== 'found') return waiting
  if (first.atoms === 0n) return { kind: 'mismatch', reason: 'nothing_to_address' }
  return { kind: 'verified', atoms: first.atoms, block }
}

/** Whether one node shows it deep enough, or one does not know it any more, and the others keep the verdict back. */
function isUnagreed(answers: readonly PayoutAnswer[], rule: PayoutRule, isOld: boolean): boolean {
  if (answers.some(({ block }) => block !== null)) {
    return answers.some(({ block }) => block !== null && isDeepEnough(block.height, rule))
  }
  return isOld && answers.some(({ says }) => says === 'missing')
}

function isSameAnswer(one: PayoutAnswer, other: PayoutAnswer): boolean {
  return one.says === other.says && one.atoms === other.atoms && one.block?.hash === other.block?.hash
}

function isDeepEnough(height: number, { depth, view }: PayoutRule): boolean {
  if (depth === 'finalized') return height <= view.finalizedHeight
  return view.headHeight - height + 1 >= depth
}
