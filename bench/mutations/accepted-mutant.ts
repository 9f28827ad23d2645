/** A mutant that no test can find or needs to find. */
export interface AcceptedMutant {
  readonly file: string
  readonly mutator: string
  /** The text that is replaced, or its only line that changes, without the space around it; lines move, texts do not. */
  readonly original: string
  /** What replaces it; any replacement by this mutator if null. */
  readonly replacement: string | null
  /** Why it cannot matter. */
  readonly reason: string
}

export const ONE_ROW = 'a count is one row'

/** A mutant of one line of a statement. */
export function inStatement(
  file: string,
  original: string,
  replacement: string,
  reason: string,
): AcceptedMutant {
  return { file, mutator: 'SqlText', original, replacement, reason }
}
