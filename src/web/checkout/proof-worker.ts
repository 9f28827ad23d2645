import type { ProofNewReply } from '#shared/visitor-api.ts'
import { proofPayload, solveProof } from './solve-proof.ts'

/** The messages the worker sends. */
export type ProofMessage =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'solved'; readonly payload: string }

function send(message: ProofMessage): void {
  postMessage(message)
}

// Failures are rethrown outside the promise, so that the page's `error` listener receives them.
addEventListener('message', (event: MessageEvent<ProofNewReply>) => {
  const challenge = event.data
  solveProof(challenge, (share) => send({ kind: 'progress', share })).then(
    (solution) => send({ kind: 'solved', payload: proofPayload(challenge, solution) }),
    (cause: unknown) => {
      setTimeout(() => {
        throw cause
      })
    },
  )
})
