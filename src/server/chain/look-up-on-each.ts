import type { PaymentLookup } from './chain-reader.ts'
import type { Endpoint, Endpoints } from './endpoints.ts'

const IN_ORDER = ['found', 'failed', 'unconfirmed'] as const

/**
 * Asks every endpoint about a transaction, since one may have missed what another knows. An endpoint that found it decides;
 * `'missing'` needs an answer of all.
 */
export async function lookUpOnEach<Node>(
  endpoints: Endpoints<Node>,
  ask: (endpoint: Endpoint<Node>) => Promise<PaymentLookup>,
): Promise<PaymentLookup> {
  const answers = await endpoints.each(ask)
  const lookups = answers.flatMap((answer) => (answer.kind === 'answered' ? [answer.value] : []))
  for (const kind of IN_ORDER) {
    const known = lookups.find((one) => one.kind === kind)
    if (known !== undefined) return known
  }
  return { kind: lookups.length === answers.length ? 'missing' : 'unanswered' }
}
