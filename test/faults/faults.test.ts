import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabases, type Databases } from './databases.ts'
import { describeSeed } from './summary.ts'
import { drawPlan } from './plan.ts'
import { runInFresh, runSeed } from './run-seeds.ts'
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

  test('the same seed gives the same steps', async () => {
    const plan = drawPlan('same', { events: EVENTS })
    const [one, again] = [await runInFresh(databases, plan, true), await runInFresh(databases, plan, true)]
    const different = one.lines.findIndex((line, at) => line !== again.lines[at])
    const around = (lines: readonly string[]) => lines.slice(Math.max(0, different - 5), different + 3)
    expect(different === -1 ? [] : around(again.lines)).toEqual(different === -1 ? [] : around(one.lines))
    expect(again.hash).toBe(one.hash)
  })

  describe.each(Object.keys(SCENARIOS) as ScenarioName[])('%s', (scenario) => {
    test.each(SEEDS)('seed %s breaks no promise', async (seed) => {
      const report = await runSeed(databases, seed, { scenario, events: EVENTS, shrinks: false })
      expect(report.violations, describeSeed(report)).toEqual([])
    })
  })
})
