import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ACCEPTED_MUTANTS } from './accepted-mutants.ts'
import { judgeMutants, type Mutant } from './judge-mutants.ts'
import { MUTATED_MODULES } from './modules.ts'

const MUTANT: Mutant = {
  file: 'src/shared/money.ts',
  line: 3,
  mutator: 'EqualityOperator',
  original: 'value < 0n',
  replacement: 'value <= 0n',
  status: 'Killed',
}
const SURVIVOR: Mutant = { ...MUTANT, status: 'Survived' }
const ACCEPTED = { ...MUTANT, reason: 'nothing is both' }

test.each([
  { of: ['Killed', 'Timeout', 'RuntimeError', 'Survived'], accepted: [], score: 75, survivors: 1 },
  { of: ['Killed', 'Killed', 'NoCoverage'], accepted: [], score: 66.6, survivors: 1 },
  { of: ['Killed', 'Ignored'], accepted: [], score: 100, survivors: 0 },
  { of: ['Killed', 'Survived'], accepted: [ACCEPTED], score: 100, survivors: 0 },
  { of: ['Killed', 'Survived'], accepted: [{ ...ACCEPTED, replacement: null }], score: 100, survivors: 0 },
  { of: ['Killed', 'Survived'], accepted: [{ ...ACCEPTED, replacement: 'true' }], score: 50, survivors: 1 },
  { of: ['Killed', 'Survived'], accepted: [{ ...ACCEPTED, original: 'value' }], score: 50, survivors: 1 },
  { of: [], accepted: [], score: 0, survivors: 0 },
])('of $of, $score % are found', ({ of, accepted, score, survivors }) => {
  const verdict = judgeMutants(
    of.map((status) => ({ ...MUTANT, status })),
    accepted,
  )
  expect([verdict.score, verdict.survivors.length]).toEqual([score, survivors])
})

test('a mutant is accepted where its text stands, on whatever line', () => {
  const moved = judgeMutants([{ ...SURVIVOR, line: 90 }], [ACCEPTED])
  expect(moved).toMatchObject({ accepted: 1, survivors: [] })
  const elsewhere = { ...SURVIVOR, file: 'src/shared/rails.ts' }
  expect(judgeMutants([elsewhere], [ACCEPTED]).survivors).toEqual([elsewhere])
})

test('a mutant of a statement is accepted by the line that it changes', () => {
  const statement = {
    ...SURVIVOR,
    original: 'select\n  from a\n  where b',
    replacement: 'select\n  from a\n  where c',
  }
  const entry = { ...ACCEPTED, original: 'where b', replacement: 'where c' }
  expect(judgeMutants([statement], [entry])).toMatchObject({ accepted: 1, survivors: [] })
  const others = ['select\n  from a\n  where d', 'select\n  from d\n  where c'].map((replacement) => ({
    ...statement,
    replacement,
  }))
  expect(judgeMutants(others, [entry]).survivors).toEqual(others)
})

test('every module names files and tests that are there', () => {
  const missing = Object.values(MUTATED_MODULES)
    .flatMap(({ files, tests }): readonly string[] => [...files, ...tests])
    .filter((pattern) => globSync(pattern).length === 0)
  expect(missing).toEqual([])
})

test('an accepted mutant is of a file that is measured', () => {
  const files = Object.values(MUTATED_MODULES).flatMap(({ files: globs }) => globSync([...globs]))
  expect(ACCEPTED_MUTANTS.filter(({ file }) => !files.includes(file))).toEqual([])
})
