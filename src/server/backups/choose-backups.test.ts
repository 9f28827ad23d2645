import { expect, test } from 'vitest'
import { chooseBackups } from './choose-backups.ts'
import { isBackupDue, isRestoreCheckDue } from './backup-schedule.ts'

const at = (text: string) => new Date(`${text}Z`)
const daily = (first: string, days: number) =>
  Array.from({ length: days }, (_, day) => {
    const createdAt = new Date(at(`${first}T03:00`).getTime() + day * 86_400_000)
    return { file: createdAt.toISOString().slice(0, 10), createdAt }
  })
const kept = (all: ReturnType<typeof daily>) => [...chooseBackups(all)].map(({ file }) => file).sort()

test('a year of daily backups leaves seven days, four weeks and six months', () => {
  expect(kept(daily('2025-11-22', 366))).toEqual([
    '2026-06-30',
    '2026-07-31',
    '2026-08-31',
    '2026-09-30',
    '2026-10-31',
    // Sundays
    '2026-11-01',
    '2026-11-08',
    '2026-11-15',
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ])
})

test('backups that are all old are kept, and of several on a day the newest is', () => {
  expect(kept(daily('2020-01-01', 5))).toHaveLength(5)
  const [morning, evening] = ['T03:00', 'T20:00'].map((time) => ({
    file: time,
    createdAt: at(`2026-11-22${time}`),
  }))
  if (morning === undefined || evening === undefined) throw new Error('expected two')
  expect([...chooseBackups([morning, evening])]).toEqual([evening])
  expect(chooseBackups([]).size).toBe(0)
})

test.each([
  // newest, last failure, now → due
  [null, null, '2026-11-22T12:00', true],
  ['2026-11-22T03:00', null, '2026-11-23T02:59', false],
  ['2026-11-22T03:00', null, '2026-11-23T03:00', true],
  // one made at noon does not delay the next
  ['2026-11-22T12:00', null, '2026-11-23T03:00', true],
  ['2026-11-20T03:00', '2026-11-22T11:50', '2026-11-22T12:00', false],
  ['2026-11-20T03:00', '2026-11-22T11:45', '2026-11-22T12:00', true],
  // a failure that was noted before the clock was set back
  ['2026-11-20T03:00', '2026-11-22T12:40', '2026-11-22T12:00', true],
])('a newest backup of %s and a failure at %s, at %s: due %s', (newest, failed, now, isDue) => {
  const state = {
    newestAt: newest === null ? null : at(newest),
    failedAt: failed === null ? null : at(failed),
  }
  expect(isBackupDue(state, 180, at(now))).toBe(isDue)
})

test('a restore is tried at once, then monthly, and the day after a failure', () => {
  const now = at('2026-11-22T12:00')
  const due = (verified: string | null, failed: string | null) =>
    isRestoreCheckDue(
      { verifiedAt: verified === null ? null : at(verified), failedAt: failed === null ? null : at(failed) },
      now,
    )
  expect(due(null, null)).toBe(true)
  expect(due('2026-10-24T12:00', null)).toBe(false)
  expect(due('2026-10-23T12:00', null)).toBe(true)
  expect(due('2026-10-24T12:00', '2026-11-22T11:00')).toBe(false)
  expect(due(null, '2026-11-21T12:00')).toBe(true)
})
