import type { LoggedDbDeps } from '#server/db/db-deps.ts'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { closeAlert, raiseAlert } from '#server/alerts/raise-alert.ts'
import type { BackupSettings } from '#server/config/settings.ts'
import { readBackup, writeBackup } from '#server/db/backup-file.ts'
import type { Db } from '#server/db/database.ts'
import { codeOf } from '#server/db/error-code.ts'
import { describeError } from '#server/runtime/log.ts'
import type { SecretSource } from '#server/secrets/secret-file.ts'
import { backupFileName, listBackups, prepareBackupFolder, pruneBackups } from './backup-folder.ts'
import { readBackupState, recordBackupRun, type BackupRun } from './backup-runs.ts'
import { checkRestore } from './check-restore.ts'

/** What backups are made and tried with. */
export interface BackupDeps extends LoggedDbDeps {
  /** Of the role that owns the tables. */
  readonly ownerUrl: string
  readonly databaseId: string
  readonly backups: BackupSettings
  readonly secrets: SecretSource
}

/**
 * Writes a backup into the folder, reads it again, and only then deletes old ones. A failure is an alert until a backup
 * succeeds.
 */
export async function makeBackup(deps: BackupDeps, folder: string, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = deps
  const startedAt = clock()
  const file = backupFileName(deps.databaseId, startedAt)
  const path = join(folder, file)
  const run = { kind: 'backup', isScheduled: true, startedAt, file } as const
  try {
    await prepareBackupFolder(folder, startedAt)
    const onTable = () => {
      signal.throwIfAborted()
    }
    await writeBackup(deps.ownerUrl, path, { now: startedAt, key: deps.backups.keys[0] ?? null, onTable })
    // the disk may hold something else than what was written
    await readBackup(path, deps.backups.keys, () => Promise.resolve())
    await recordOutcome(db, { ...run, finishedAt: clock(), bytes: (await stat(path)).size, failure: null })
  } catch (error) {
    if (signal.aborted) return
    log.error({ error: describeError(error) }, 'the backup failed; it is tried again')
    await recordOutcome(db, { ...run, finishedAt: clock(), bytes: null, failure: failureWordOf(error) })
    return
  }
  const { verified } = await readBackupState(db)
  await pruneBackups(folder, deps.databaseId, verified?.file ?? null)
}

/** Restores the newest backup of the folder into a scratch database. A failure is an alert until one succeeds. */
export async function tryNewestBackup(deps: BackupDeps, folder: string, signal: AbortSignal): Promise<void> {
  const { db, clock, log, backups } = deps
  const [newest] = await listBackups(folder, deps.databaseId)
  if (newest === undefined) return
  const startedAt = clock()
  const { file } = newest
  const run = { kind: 'restore_check', isScheduled: true, startedAt, file, bytes: null } as const
  try {
    const checked = await checkRestore({ ...deps, backupKeys: backups.keys, signal }, join(folder, file))
    log.info({ rows: checked.rows }, 'the newest backup was restored into a scratch database')
    await recordOutcome(db, { ...run, finishedAt: clock(), failure: null })
  } catch (error) {
    if (signal.aborted) return
    log.error({ error: describeError(error) }, 'the newest backup could not be restored on trial')
    await recordOutcome(db, { ...run, finishedAt: clock(), failure: failureWordOf(error) })
  }
}

/** Records a run together with its alert, or with the end of the alert. */
async function recordOutcome(db: Db, run: BackupRun): Promise<void> {
  const kind = run.kind === 'backup' ? 'backup-failed' : 'restore-check-failed'
  await db.transaction().execute(async (tx) => {
    await recordBackupRun(tx, run)
    if (run.failure === null) await closeAlert(tx, { kind, subject: 'shop' }, run.finishedAt)
    else
      await raiseAlert(tx, {
        kind,
        subject: 'shop',
        facts: { failure: run.failure, file: run.file },
        at: run.finishedAt,
      })
  })
}

/** A word for a failure, without what messages of the system contain: `ENOSPC`, `BackupFileError`. */
function failureWordOf(error: unknown): string {
  const code = codeOf(error)
  if (code !== '') return code
  return error instanceof Error ? error.name : 'unknown'
}
