import type { Clock } from './clock.ts'

/**
 * Lets calls share a reading that another one began less than `forMs` ago, so that what many ask for at once is read once.
 * A failure is not shared with later calls.
 */
export function shareReadings<Value>(
  { clock, forMs }: { readonly clock: Clock; readonly forMs: number },
  read: () => Promise<Value>,
): () => Promise<Value> {
  let shared: { readonly atMs: number; readonly value: Promise<Value> } | null = null
  return () => {
    const atMs = clock().getTime()
    if (shared !== null && atMs - shared.atMs < forMs && atMs >= shared.atMs) return shared.value
    const reading = { atMs, value: read() }
    shared = reading
    reading.value.catch(() => {
      if (shared === reading) shared = null
    })
    return reading.value
  }
}
