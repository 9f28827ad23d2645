import { atoms } from '#shared/money.ts'
import type { PayoutAnswer } from './chain-reader.ts'
import type { EndpointAnswer } from './endpoints.ts'

/** The result of looking up a payout on one endpoint, without the endpoint's name. */
export type PayoutLookup = Omit<PayoutAnswer, 'endpoint'>

/** The endpoint does not know the transaction. */
export const PAYOUT_MISSING: PayoutLookup = { says: 'missing', atoms: atoms(0n), block: null }
/** The endpoint cannot answer now. */
export const PAYOUT_UNKNOWN: PayoutLookup = { says: 'unknown', atoms: atoms(0n), block: null }

/** Adds the endpoints' names to their results; an endpoint that failed counts as `'unknown'`. */
export function toPayoutAnswers<Node>(
  answers: readonly EndpointAnswer<Node, PayoutLookup>[],
): readonly PayoutAnswer[] {
  return answers.map((answer) => ({
    endpoint: answer.endpoint.name,
    ...(answer.kind === 'answered' ? answer.value : PAYOUT_UNKNOWN),
  }))
}

/** A transaction's hash as 64 lower-case hexadecimal digits, without `0x`. */
export function bareHash(txHash: string): string {
  return txHash.toLowerCase().replace(/^0x/, '')
}
