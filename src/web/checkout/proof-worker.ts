import type { ProofNewReply } from '#shared/api.ts'
import { proofPayload, solveProof } from './solve-proof.ts'

/** What the worker answers with. */
export type ProofMessage =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'solved'; readonly payload: string }

function tell(message: ProofMessage): void {
  postMessage(message)
}

// A failure is thrown on, so that the page's `error` listener hears of it.
addEventListener('message', (event: MessageEvent<ProofNewReply>) => {
  const challenge = event.data
  solveProof(challenge, (share) => {
    tell({ kind: 'progress', share })
  }).then(
    (solution) => {
      tell({ kind: 'solved', payload: proofPayload(challenge, solution) })
    },
    (cause: unknown) => {
      setTimeout(() => {
        throw cause
      })
    },
  )
})
