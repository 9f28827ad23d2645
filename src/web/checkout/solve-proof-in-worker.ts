import type { ProofNewReply } from '#shared/visitor-api.ts'
import type { ProofMessage } from './proof-worker.ts'

/** Solves a proof of work in a worker; aborting terminates the worker. */
export function solveProofInWorker(
  challenge: ProofNewReply,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', (event: MessageEvent<ProofMessage>) => {
      if (event.data.kind === 'progress') onProgress(event.data.share)
      else resolve(event.data.payload)
    })
    worker.addEventListener('error', (event) => {
      reject(new Error(`the proof-of-work worker failed: ${event.message}`))
    })
    signal.addEventListener('abort', () => {
      reject(new DOMException('the proof of work was called off', 'AbortError'))
    })
    worker.postMessage(challenge)
  }).finally(() => {
    worker.terminate()
  })
}
