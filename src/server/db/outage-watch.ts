import { setTimeout as delay } from 'node:timers/promises'
import { codeOf } from './error-code.ts'
import { apart } from '#server/runtime/work-context.ts'

/** Notices that the database works again: what failed meanwhile may be waiting for long. */
export interface OutageWatch {
  /** A statement failed because the database was not available. */
  noteFailure(error: unknown): void
  /** Whether PostgreSQL has said that its disk is full, and could not be written since. */
  isDiskFull(): boolean
  /** Calls back after each outage, once the database can be written again. */
  onEnd(callback: () => void): void
  stop(): void
}

const TRY_EVERY_MS = 3_000
/** SQLSTATE disk_full. */
const DISK_FULL = '53100'

/** @param tryToWrite resolves if the database works. */
export function createOutageWatch(
  tryToWrite: () => Promise<unknown>,
  everyMs: number = TRY_EVERY_MS,
): OutageWatch {
  const callbacks: (() => void)[] = []
  const stopping = new AbortController()
  let isTrying = false
  let isDiskFull = false

  const untilItWorks = async () => {
    while (!stopping.signal.aborted) {
      await delay(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      const works = await tryToWrite().then(
        () => true,
        () => false,
      )
      if (works) break
    }
    isTrying = false
    isDiskFull = false
    if (!stopping.signal.aborted) for (const callback of callbacks) callback()
  }
  return {
    isDiskFull: () => isDiskFull,
    noteFailure(error) {
      if (codeOf(error) === DISK_FULL) isDiskFull = true
      if (isTrying || stopping.signal.aborted) return
      isTrying = true
      void apart(untilItWorks)
    },
    onEnd: (callback) => callbacks.push(callback),
    stop() {
      stopping.abort()
    },
  }
}
