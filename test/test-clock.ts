import type { Clock } from '#server/runtime/clock.ts'

/** A clock that changes only when it is set. */
export function testClock(start = '2026-11-20T12:00:00Z'): {
  readonly clock: Clock
  readonly pass: (seconds: number) => void
} {
  let nowMs = Date.parse(start)
  return {
    clock: () => new Date(nowMs),
    pass(seconds) {
      nowMs += seconds * 1000
    },
  }
}
