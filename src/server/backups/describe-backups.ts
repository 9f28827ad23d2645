import type { BackupSettings } from '#server/config/settings.ts'
import type { Db } from '#server/db/database.ts'
import type { SettingsCheckReply } from '#shared/reports-api.ts'
import { readBackupState, type BackupRunRecord } from './backup-runs.ts'
import { BACKUP_MAX_AGE_MS } from './backup-schedule.ts'

/** What staff are shown about backups. */
export async function describeBackups(
  db: Db,
  { folder, keys }: BackupSettings,
  now: Date,
): Promise<SettingsCheckReply['backups']> {
  const { backup, failedBackup, verified, failedCheck } = await readBackupState(db)
  const isScheduled = folder !== null
  return {
    isScheduled,
    isEncrypted: keys.length > 0,
    lastAt: backup?.at.toISOString() ?? null,
    isOld: isScheduled && (backup === null || now.getTime() - backup.at.getTime() > BACKUP_MAX_AGE_MS),
    verifiedAt: verified?.at.toISOString() ?? null,
    failure: failureIn(failedBackup),
    checkFailure: failureIn(failedCheck),
  }
}

function failureIn(run: BackupRunRecord | null): { code: string; at: string } | null {
  return run === null ? null : { code: run.failure ?? 'unknown', at: run.at.toISOString() }
}
