import type { AcceptedMutant } from './accepted-mutant.ts'

/** A change of one place, and what the tests made of it. */
export interface Mutant {
  readonly file: string
  readonly line: number
  readonly mutator: string
  readonly original: string
  readonly replacement: string
  /** As Stryker says it: `Killed`, `Timeout`, `RuntimeError`, `Survived`, `NoCoverage` … */
  readonly status: string
}

export interface Verdict {
  readonly found: number
  readonly accepted: number
  readonly survivors: readonly Mutant[]
  /** The share of mutants that tests found, without those that are accepted, in percent, rounded down to a tenth. */
  readonly score: number
}

/** A test that fails, that never ends, or that cannot be run: each makes `npm test` red. */
const FOUND = ['Killed', 'Timeout', 'RuntimeError', 'CompileError']
const SURVIVED = ['Survived', 'NoCoverage']

/** Counts what tests found; what is neither found nor survived, such as what Stryker was told to ignore, does not count. */
export function judgeMutants(mutants: readonly Mutant[], accepted: readonly AcceptedMutant[]): Verdict {
  const found = mutants.filter(({ status }) => FOUND.includes(status)).length
  const left = mutants.filter(({ status }) => SURVIVED.includes(status))
  const survivors = left.filter((mutant) => !accepted.some((entry) => isSame(entry, mutant)))
  const judged = found + survivors.length
  const score = judged === 0 ? 0 : Math.floor((found * 1000) / judged) / 10
  return { found, accepted: left.length - survivors.length, survivors, score }
}

function isSame(entry: AcceptedMutant, mutant: Mutant): boolean {
  return [mutant, changedLine(mutant)].some(
    ({ original, replacement }) =>
      entry.file === mutant.file &&
      entry.mutator === mutant.mutator &&
      entry.original === original &&
      (entry.replacement === null || entry.replacement === replacement),
  )
}

/** Of a text of several lines, the one that is changed, as a statement's mutants do; the text itself if there are more. */
function changedLine({ original, replacement }: Mutant): Pick<Mutant, 'original' | 'replacement'> {
  const [before, after] = [original.split('\n'), replacement.split('\n')]
  const [at, ...others] = before.flatMap((line, index) => (line === after[index] ? [] : [index]))
  if (at === undefined || others.length > 0 || before.length !== after.length)
    return { original, replacement }
  return { original: before[at]?.trim() ?? '', replacement: after[at]?.trim() ?? '' }
}
