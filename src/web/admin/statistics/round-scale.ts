/** The scale of an axis that begins at zero, in the unit of its values. */
export interface Scale {
  /** The end of the axis; at least 1. */
  readonly top: number
  /** From zero to the top, at equal distances. */
  readonly ticks: readonly number[]
}

const STEPS_MAX = 5

/** Returns the shortest scale for values up to `most` with at most five steps of 1, 2 or 5 times a power of ten. */
export function roundScale(most: number): Scale {
  const largest = Math.max(1, most)
  const power = 10 ** Math.floor(Math.log10(largest / STEPS_MAX))
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find(isEnough) ?? largest)
  const steps = Math.ceil(largest / step)
  return { top: steps * step, ticks: Array.from({ length: steps + 1 }, (_, index) => index * step) }

  function isEnough(candidate: number): boolean {
    return candidate * STEPS_MAX >= largest
  }
}
