import type { CallOutcome } from './call-shop.ts'

interface Waiting {
  /** Called before each time of waiting. */
  readonly onBusy: () => void
  /** Nothing is called again once it is aborted. */
  readonly signal: AbortSignal
  /** After this, the shop being busy is the outcome. */
  readonly patienceMs?: number
}

/**
 * Calls again while the shop has no room for one more buyer, at the times it names. They are spread a little, so that those
 * who were refused together do not come back together.
 */
export async function whenAdmitted<Reply>(
  call: () => Promise<CallOutcome<Reply>>,
  { onBusy, signal, patienceMs = Infinity }: Waiting,
): Promise<CallOutcome<Reply>> {
  const endsAt = performance.now() + patienceMs
  for (;;) {
    const outcome = await call()
    if (outcome.kind === 'ok' || outcome.code !== 'BUSY') return outcome
    const waitMs = (outcome.retryAfterMs ?? 1000) * (1 + Math.random() / 2)
    if (signal.aborted || performance.now() + waitMs > endsAt) return outcome
    onBusy()
    if (!(await waited(waitMs, signal))) return outcome
  }
}

/** @returns whether all of the time has passed. */
function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const onAbort = () => {
      clearTimeout(timer)
      resolve(false)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve(true)
    }, ms)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
