import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { BACKUP_MAX_AGE_MS } from '#server/backups/backup-schedule.ts'
import type { Settings } from '#server/config/settings.ts'
import type { DatabaseReport } from '#server/db/inspect-database.ts'
import type { Finding } from './finding.ts'

const ABOUT = 'backups'

/** Reports how old the newest backup and the last verified restore are; `report` is null before the first start. */
export function backupFindings(
  { profile, backups: { folder, keys } }: Settings,
  report: Pick<DatabaseReport, 'backupAt' | 'verifiedAt'> | null,
  now: Date,
): readonly Finding[] {
  const { backupAt = null, verifiedAt = null } = report ?? {}
  const dates = `last backup ${shown(backupAt)}, last verified restore ${shown(verifiedAt)}`
  if (folder === null) {
    const kind = profile === 'production' ? 'warning' : 'ok'
    return [{ kind, about: ABOUT, message: `none are scheduled (KEYHOLD_BACKUP_DIR); ${dates}` }]
  }
  const findings: Finding[] = []
  const warn = (message: string) => findings.push({ kind: 'warning', about: ABOUT, message })
  if (!isWritable(folder))
    findings.push({
      kind: 'fault',
      about: ABOUT,
      message: 'KEYHOLD_BACKUP_DIR is not a folder that can be written to',
    })
  if (report !== null && (backupAt === null || now.getTime() - backupAt.getTime() > BACKUP_MAX_AGE_MS))
    warn(`the newest one is too old: ${dates}`)
  if (keys.length === 0) warn('they are not encrypted (KEYHOLD_BACKUP_KEY)')
  if (report !== null && verifiedAt === null)
    warn('no restore was verified; "npm run keyhold -- backup verify" says why')
  return findings.length > 0 ? findings : [{ kind: 'ok', about: ABOUT, message: dates }]
}

function shown(at: Date | null): string {
  return at === null ? 'never' : at.toISOString().replace(/\.\d+/, '')
}

/** A folder that does not exist yet is created by the first backup. */
function isWritable(folder: string): boolean {
  if (!existsSync(folder)) return true
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return statSync(folder).isDirectory()
  } catch {
    return false
  }
}
