import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabases, type Databases } from './databases.ts'
import { describeSeed } from './summary.ts'
import { runSeed } from './run-seeds.ts'
import { SCENARIOS, type ScenarioName } from './scenarios.ts'

/** The short form of `npm run faults`: few events, so that it fits into every run of the tests. */
const EVENTS = 60
const SEEDS = ['short 1', 'short 2'] as const

describe('simulated faults', () => {
  let databases: Databases
  beforeAll(async () => {
    databases = await openDatabases(inject('postgresUrl'), 'short')
  })
  afterAll(() => databases.close())

  describe.each(Object.keys(SCENARIOS) as ScenarioName[])('%s', (scenario) => {
    test.each(SEEDS)('seed %s breaks no promise', async (seed) => {
      const report = await runSeed(databases, seed, { scenario, events: EVENTS, shrinks: false })
      expect(report.violations, describeSeed(report)).toEqual([])
    })
  })

  test('the same seed gives the same steps', async () => {
    const hashes: string[] = []
    for (let run = 0; run < 2; run += 1)
      hashes.push((await runSeed(databases, 'same', { events: EVENTS, shrinks: false })).hash)
    expect(hashes[0]).toBe(hashes[1])
  })
})
