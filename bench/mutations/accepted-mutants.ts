/** A mutant that no test can find or needs to find. */
export interface AcceptedMutant {
  readonly file: string
  readonly mutator: string
  /** The text that is replaced; lines move, texts do not. */
  readonly original: string
  /** What replaces it; any replacement by this mutator if null. */
  readonly replacement: string | null
  /** Why it cannot matter. */
  readonly reason: string
}

const SWEEP_PLAN = 'src/server/sweep/sweep-plan.ts'

export const ACCEPTED_MUTANTS: readonly AcceptedMutant[] = [
  {
    file: SWEEP_PLAN,
    mutator: 'EqualityOperator',
    original: 'start < worth.length',
    replacement: 'start <= worth.length',
    reason: 'a batch without outputs is worth nothing, and is neither made nor listed',
  },
  {
    file: SWEEP_PLAN,
    mutator: 'EqualityOperator',
    original: 'most > position.coin',
    replacement: 'most >= position.coin',
    reason: 'nothing is missing where both are the same',
  },
]
