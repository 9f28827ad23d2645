const SECOND_MS = 1000

/**
 * Returns the whole seconds until the window ends, by the server's clock: 900 at its start, 0 once it is over.
 * @param expiresAt as on the wire.
 */
export function secondsLeft(expiresAt: string, serverNowMs: number): number {
  return Math.max(0, Math.ceil((Date.parse(expiresAt) - serverNowMs) / SECOND_MS))
}

/** Formats seconds as mm:ss, in Latin digits in every language; above 99 minutes the minutes have three digits. */
export function formatClock(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${String(minutes).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`
}
