/**
 * How far the server's clock is from this one, as far as is known: `low` to `high`, in milliseconds to add to this
 * device's time. The countdown runs by the server's clock, since a buyer's own may be minutes off.
 */
export interface ClockOffset {
  readonly lowMs: number
  readonly highMs: number
}

/** One answer: when it was asked for and when it came, by this device's clock, and the server's `Date` header. */
export interface ClockReading {
  readonly dateHeader: string
  readonly sentAtMs: number
  readonly receivedAtMs: number
}

const SECOND_MS = 1000

/**
 * Narrows what is known of the offset by one more answer. The header has whole seconds, so a reading bounds the offset
 * to a second and the time on the wire; several readings overlap in less. Where they contradict each other, a clock was
 * set meanwhile, and the newest reading alone counts.
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

/** Learns from one answer of the server. */
export function noteServerDate(reading: ClockReading): void {
  offset = narrowOffset(offset, reading)
}

/** This device's clock, in milliseconds since 1970: the one place the web reads it. */
export function deviceNowMs(): number {
  return Date.now()
}

/** The server's time in milliseconds since 1970, as near as is known; this device's before the first answer. */
export function serverNowMs(): number {
  return deviceNowMs() + (offset === null ? 0 : Math.round((offset.lowMs + offset.highMs) / 2))
}
