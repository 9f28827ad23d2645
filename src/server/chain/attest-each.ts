import type { Attestation, FoundTransfer } from './chain-reader.ts'
import type { Endpoint, Endpoints } from './endpoints.ts'

/** One endpoint's answer about a transfer, without the endpoint's name. */
export type AttestationAnswer = Omit<Attestation, 'endpoint'>

/** The answer of an endpoint that cannot answer now. */
export const CANNOT_ATTEST: AttestationAnswer = { says: 'unknown', blockHash: null }

const AT_ONCE = 4

/**
 * Asks every endpoint about every transfer. An endpoint that fails is not asked about the remaining ones, and one that pauses
 * after a failure is not asked at all, so that a node that is down costs one call and not one for each order.
 *
 * @param open prepares an endpoint once for all transfers, and returns what asks it about one.
 * @returns the answers by transfer, in the order of `transfers`, each with one answer for each endpoint.
 */
export async function attestOnEach<Node>(
  endpoints: Endpoints<Node>,
  transfers: readonly FoundTransfer[],
  open: (endpoint: Endpoint<Node>) => Promise<(transfer: FoundTransfer) => Promise<AttestationAnswer>>,
): Promise<readonly (readonly Attestation[])[]> {
  const known = new Map<string, AttestationAnswer[]>()
  if (transfers.length > 0) {
    await endpoints.each(
      async (endpoint) => {
        const answers: AttestationAnswer[] = []
        known.set(endpoint.name, answers)
        const ask = await open(endpoint)
        for (let from = 0; from < transfers.length; from += AT_ONCE) {
          answers.push(...(await Promise.all(transfers.slice(from, from + AT_ONCE).map(ask))))
        }
      },
      { skipsPaused: true },
    )
  }
  return transfers.map((_, index) =>
    endpoints.all.map(({ name }) => ({ endpoint: name, ...(known.get(name)?.[index] ?? CANNOT_ATTEST) })),
  )
}

/** Returns the function with its answers kept, so that the transfers of one block ask for it once. */
export function askedOnce<Key, Answer>(ask: (key: Key) => Promise<Answer>): (key: Key) => Promise<Answer> {
  const asked = new Map<Key, Promise<Answer>>()
  return (key) => {
    const answer = asked.get(key) ?? ask(key)
    asked.set(key, answer)
    return answer
  }
}
