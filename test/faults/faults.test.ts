import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabases, type Databases } from './databases.ts'
import { FAILED_SEEDS } from './failed-seeds.ts'
import { MUTATIONS } from './mutations.ts'
import { describeSeed } from './summary.ts'
import { runSeed } from './run-seeds.ts'
import { SCENARIOS, type ScenarioName } from './scenarios.ts'

/** The short form of `npm run faults`: few events, so that it fits into every run of the tests. */
const EVENTS = 60
const SEED = 'short 1'
/** Seeds that failed in a short run of one scenario; `npm run faults` begins with all that ever failed. */
const REPLAYED = FAILED_SEEDS.filter(
  ({ scenario, events = Infinity }) => scenario !== undefined && events <= 80,
)
const OTHERS = (Object.keys(SCENARIOS) as ScenarioName[]).filter(
  (name) => !REPLAYED.some(({ scenario }) => scenario === name),
)

test.each(MUTATIONS)('the text that $name replaces is in the code', ({ changes }) => {
  for (const { file, from } of changes) expect(readFileSync(file, 'utf8'), file).toContain(from)
})

describe('simulated faults', () => {
  let databases: Databases
  beforeAll(async () => {
    databases = await openDatabases(inject('postgresUrl'), 'short')
  })
  afterAll(() => databases.close())

  // as `npm run faults` runs it: on a PostgreSQL of its own, whose background work changes no plan of a query
  test('the same seed gives the same steps', async () => {
    const run = async () => {
      const args = [
        'test/faults/run.ts',
        '--seed',
        'same',
        '--scenario',
        'failing database',
        '--events',
        String(EVENTS),
      ]
      const { stdout } = await promisify(execFile)(process.execPath, args)
      return /^seed same ([0-9a-f]{16}) /m.exec(stdout)?.[1]
    }
    const hash = await run()
    expect(hash).toBeDefined()
    expect(await run()).toBe(hash)
  })

  test.each(REPLAYED)('seed $seed of $scenario breaks no promise again: $found', async (run) => {
    const report = await runSeed(databases, run.seed, { ...run, shrinks: false })
    expect(report.violations, describeSeed(report)).toEqual([])
  })

  // holds errors, progress
  test.each(OTHERS)('%s: a seed breaks no promise', async (scenario) => {
    const report = await runSeed(databases, SEED, { scenario, events: EVENTS, shrinks: false })
    expect(report.violations, describeSeed(report)).toEqual([])
  })
})
