import { expect, test } from 'vitest'
import { readSettings } from '#server/config/read-settings.ts'
import { backupFindings } from './backup-findings.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
const YESTERDAY = new Date('2026-11-21T13:00:00Z')
const KEY = Buffer.alloc(32, 3).toString('base64')

function lines(
  environment: Readonly<Record<string, string>>,
  report: { readonly backupAt: Date | null; readonly verifiedAt: Date | null } | null,
): readonly string[] {
  const outcome = readSettings(environment)
  const settings = outcome.kind === 'settings' ? outcome.settings : outcome.rest
  if (settings === null) throw new Error('expected settings')
  return backupFindings(settings, report, NOW).map(({ kind, message }) => `${kind} ${message}`)
}

const both = { backupAt: YESTERDAY, verifiedAt: YESTERDAY }
const dates = 'last backup 2026-11-21T13:00:00Z, last verified restore 2026-11-21T13:00:00Z'
const scheduled = { KEYHOLD_BACKUP_DIR: '/tmp', KEYHOLD_BACKUP_KEY: KEY }

test.each([
  [{}, both, [`ok none are scheduled (KEYHOLD_BACKUP_DIR); ${dates}`]],
  [
    { KEYHOLD_PROFILE: 'production' },
    null,
    ['warning none are scheduled (KEYHOLD_BACKUP_DIR); last backup never, last verified restore never'],
  ],
  [scheduled, both, [`ok ${dates}`]],
  [{ KEYHOLD_BACKUP_DIR: '/tmp' }, both, ['warning they are not encrypted (KEYHOLD_BACKUP_KEY)']],
  [
    scheduled,
    { backupAt: new Date('2026-11-20T23:00:00Z'), verifiedAt: null },
    [
      'warning the newest one is too old: last backup 2026-11-20T23:00:00Z, last verified restore never',
      'warning no restore was verified; "npm run keyhold -- backup verify" says why',
    ],
  ],
  [
    { ...scheduled, KEYHOLD_BACKUP_DIR: '/dev/null' },
    both,
    ['fault KEYHOLD_BACKUP_DIR is not a folder that can be written to'],
  ],
])('with %j', (environment, report, expected) => expect(lines(environment, report)).toEqual(expected))
