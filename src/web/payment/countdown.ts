const SECOND_MS = 1000
const HOUR_S = 3600

/**
 * Returns the whole seconds until the window ends, by the server's clock: 900 at its start, 0 once it is over.
 * @param expiresAt as on the wire.
 */
export function secondsLeft(expiresAt: string, serverNowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - serverNowMs) / SECOND_MS))
}

/** Formats seconds as mm:ss, from an hour on as h:mm:ss, in Latin digits in every language. */
export function formatClock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / HOUR_S)
  const minutes = Math.floor((seconds % HOUR_S) / 60)
  return `${hours > 0 ? `${String(hours)}:` : ''}${two(minutes)}:${two(seconds % 60)}`
}
