import { atoms } from '#shared/money.ts'
import type { PayoutAnswer } from './chain-reader.ts'
import type { EndpointAnswer } from './endpoints.ts'

/** What one endpoint says, without its name. */
export type PayoutLookup = Omit<PayoutAnswer, 'endpoint'>

export const PAYOUT_MISSING: PayoutLookup = { says: 'missing', atoms: atoms(0n), block: null }
export const PAYOUT_UNKNOWN: PayoutLookup = { says: 'unknown', atoms: atoms(0n), block: null }

/** Every endpoint's answer under its name; one that failed to answer knows nothing. */
export function toPayoutAnswers<Node>(
  answers: readonly EndpointAnswer<Node, PayoutLookup>[],
): readonly PayoutAnswer[] {
  return answers.map((answer) => ({
    endpoint: answer.endpoint.name,
    ...(answer.kind === 'answered' ? answer.value : PAYOUT_UNKNOWN),
  }))
}

/** 64 lower-case hexadecimal digits, without `0x`. */
export function bareHash(txHash: string): string {
  return txHash.toLowerCase().replace(/^0x/, '')
}
