import { atoms } from '#shared/money.ts'
import type { PayoutAnswer } from './chain-reader.ts'
import type { EndpointAnswer } from './endpoints.ts'

/** What one endpoint says, without its name. */
export type PayoutSays = Omit<PayoutAnswer, 'endpoint'>

export const PAYOUT_MISSING: PayoutSays = { says: 'missing', atoms: atoms(0n), block: null }
export const PAYOUT_UNKNOWN: PayoutSays = { says: 'unknown', atoms: atoms(0n), block: null }

/** Every endpoint's answer under its name; one that failed to answer knows nothing. */
export function namePayoutAnswers<Node>(
  answers: readonly EndpointAnswer<Node, PayoutSays>[],
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
