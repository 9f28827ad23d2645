/** Returns the median: the middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** Returns a quantile, interpolated linearly between neighbours; `part` is from 0 to 1. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = (sorted.length - 1) * part
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  if (low === undefined || high === undefined)
    throw new RangeError('expected values to take the middle of, got none')
  return low + (high - low) * (place - Math.floor(place))
}

/** Returns pseudo-random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
