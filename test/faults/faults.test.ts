import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabases, type Databases } from './databases.ts'
import { MUTATIONS } from './mutations.ts'
import { describeSeed } from './summary.ts'
import { runSeed } from './run-seeds.ts'
import { SCENARIOS, type ScenarioName } from './scenarios.ts'

/** The short form of `npm run faults`: few events, so that it fits into every run of the tests. */
const EVENTS = 60
const SEED = 'short 1'

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
      const args = ['test/faults/run.ts', '--seed', 'same', '--events', String(EVENTS)]
      const { stdout } = await promisify(execFile)(process.execPath, args)
      return /^seed same ([0-9a-f]{16}) /m.exec(stdout)?.[1]
    }
    const hash = await run()
    expect(hash).toBeDefined()
    expect(await run()).toBe(hash)
  })

  test.each(Object.keys(SCENARIOS) as ScenarioName[])('%s: a seed breaks no promise', async (scenario) => {
    const report = await runSeed(databases, SEED, { scenario, events: EVENTS, shrinks: false })
    expect(report.violations, describeSeed(report)).toEqual([])
  })
})
