/**
 * The known bounds of the server clock's offset: `low` to `high`, in milliseconds to add to this device's time. The
 * countdown uses the server's clock, because the buyer's may be wrong by minutes.
 */
export interface ClockOffset {
  readonly lowMs: number
  readonly highMs: number
}

/**
 * One response: when the request was sent and the response received, by this device's clock, and the server's `Date`
 * header.
 */
export interface ClockReading {
  readonly dateHeader: string
  readonly sentAtMs: number
  readonly receivedAtMs: number
}

const SECOND_MS = 1000

/**
 * Narrows the bounds of the offset by one more response. The header has whole seconds, so one reading bounds the offset
 * to a second plus the time on the wire; several readings intersect to a smaller range. If they contradict each other,
 * a clock was changed in between, and only the newest reading is used.
 */
export function narrowOffset(known: ClockOffset | null, reading: ClockReading): ClockOffset | null {
  const headerMs = Date.parse(reading.dateHeader)
  if (Number.isNaN(headerMs)) return known
  const lowMs = headerMs - reading.receivedAtMs
  const highMs = headerMs + SECOND_MS - reading.sentAtMs
  if (known === null) return { lowMs, highMs }
  const narrowed = { lowMs: Math.max(known.lowMs, lowMs), highMs: Math.min(known.highMs, highMs) }
  return narrowed.lowMs > narrowed.highMs ? { lowMs, highMs } : narrowed
}

let offset: ClockOffset | null = null

/** Updates the offset from one response of the server. */
export function recordServerDate(reading: ClockReading): void {
  offset = narrowOffset(offset, reading)
}

/** Returns this device's clock in milliseconds since 1970: the only place in the web code that reads it. */
export function deviceNowMs(): number {
  return Date.now()
}

/** Returns the estimated server time in milliseconds since 1970; this device's time before the first response. */
export function serverNowMs(): number {
  return deviceNowMs() + (offset === null ? 0 : Math.round((offset.lowMs + offset.highMs) / 2))
}
