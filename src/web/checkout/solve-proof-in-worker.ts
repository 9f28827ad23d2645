import type { ProofNewReply } from '#shared/visitor-api.ts'
import type { ProofMessage } from './proof-worker.ts'

/** Solves a proof of work in a worker; aborting terminates the worker. */
export function solveProofInWorker(
  challenge: ProofNewReply,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  acceptWorkerUrl()
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
  }).finally(() => worker.terminate())
}

/** The part of a browser's Trusted Types that is used here. */
interface TrustedTypes {
  readonly defaultPolicy: object | null
  createPolicy(name: 'default', rules: { createScriptURL: (url: string) => string | null }): object
}

/**
 * The pages require Trusted Types: no text becomes code unless a policy accepts it. This is the only policy, and it accepts
 * the URL of this worker. Browsers without Trusted Types have none.
 */
function acceptWorkerUrl(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes }
  if (trustedTypes?.defaultPolicy !== null) return
  trustedTypes.createPolicy('default', { createScriptURL: (url) => (isWorkerUrl(url) ? url : null) })
}

function isWorkerUrl(text: string): boolean {
  const { origin, pathname } = new URL(text, location.href)
  return origin === location.origin && /^\/assets\/proof-worker-[\w-]+\.js$/.test(pathname)
}
