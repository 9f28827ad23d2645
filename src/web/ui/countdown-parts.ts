/**
 * Splits a duration into days, hours, minutes and seconds; all zero once it is over.
 * @param leftMs until the release; negative after it.
 */
export function countdownParts(leftMs: number): readonly [number, number, number, number] {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000))
  return [
    Math.floor(seconds / 86400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ]
}
