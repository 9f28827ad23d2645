import { tmpdir } from 'node:os'
import { beforeAll, expect, test } from 'vitest'
import { readSettings } from '#server/config/read-settings.ts'
import { inspectDatabase, type DatabaseReport } from '#server/db/inspect-database.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { machineFindings, witnessFindings } from './machine-findings.ts'

const outcome = readSettings({ KEYHOLD_DATA: tmpdir(), KEYHOLD_BACKUP_DIR: tmpdir() })
if (outcome.kind !== 'settings') throw new Error(outcome.faults.join('; '))
const { settings } = outcome

const database = useTestDatabase()
let report: DatabaseReport
beforeAll(async () => {
  report = await inspectDatabase(database.url)
})

test('the room for the database, the data and the backups is reported, and a clock that agrees', async () => {
  // the tests' PostgreSQL is on this machine
  expect(report.clusterFolder).toMatch(/^\//)
  const findings = await machineFindings(settings, report, new Date())
  expect(findings.map(({ about, message }) => `${about}: ${message}`)).toEqual([
    expect.stringMatching(/^disk: \d+ MiB are free for the database/),
    expect.stringMatching(/^disk: \d+ MiB are free for the data folder/),
    expect.stringMatching(/^disk: \d+ MiB are free for the backups/),
    'clock: that of this machine agrees with the database',
  ])
})

test('a clock that differs from the database’s or the nodes’ is a fault', async () => {
  const later = new Date(report.now.getTime() + 3600_000)
  const [clock] = (await machineFindings(settings, report, later)).slice(-1)
  expect(clock).toMatchObject({ kind: 'fault', about: 'clock' })
  expect(clock?.message).toContain('3600 s ahead of')
  const witnesses = { fetch, noteBlock: () => undefined, aheadS: () => -70 }
  expect(witnessFindings(witnesses)).toMatchObject([{ kind: 'fault', about: 'clock' }])
  expect(witnessFindings({ ...witnesses, aheadS: () => null })).toEqual([])
})
