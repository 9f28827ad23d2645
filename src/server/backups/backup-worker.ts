import { closeAlert, raiseAlert } from '#server/alerts/raise-alert.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import { describeError } from '#server/runtime/log.ts'
import { newestBackup } from './backup-folder.ts'
import { withBackupLock } from './backup-lock.ts'
import { readBackupState, type BackupState } from './backup-runs.ts'
import { BACKUP_MAX_AGE_MS, isBackupDue, isRestoreCheckDue } from './backup-schedule.ts'
import { isEmptyShop } from './is-empty-shop.ts'
import { makeBackup, tryNewestBackup, type BackupDeps } from './make-backup.ts'

const EVERY_MS = 60_000
const SELDOM_MS = 24 * 3600_000

/**
 * Creates the worker that writes a backup every day and restores the newest one every month on trial. The leader runs it; a
 * lock keeps a second one, such as a leader that was just replaced, from doing the same. It may be restarted.
 */
export function createBackupWorker(deps: BackupDeps & { readonly everyMs?: number }): BackgroundWorker {
  const { log, everyMs = EVERY_MS } = deps
  let startedAt: Date | null = null

  /** At every start: the process may have been killed during a trial. */
  const dropLeftovers = async () => {
    if (deps.backups.folder === null) return
    try {
      await withBackupLock(deps, () => Promise.resolve())
    } catch (error) {
      log.warn({ error: describeError(error) }, 'a scratch database could not be looked for')
    }
  }
  return createIntervalWorker({
    name: 'backups',
    everyMs,
    idleEveryMs: SELDOM_MS,
    firstAfterMs: 0,
    work: async (signal) => {
      if (startedAt === null) await dropLeftovers()
      startedAt ??= deps.clock()
      await runDueBackups(deps, startedAt, signal)
      // without backups there is no more to do than to close what an earlier start has left
      return deps.backups.folder !== null
    },
    after: () => {
      startedAt = null
      return Promise.resolve()
    },
    log,
    onFailure: 'backups could not be looked after; will retry',
  })
}

/** Does what is due: a backup, a restore on trial, and the alert about the age of the newest backup. */
export async function runDueBackups(deps: BackupDeps, firstAt: Date, signal: AbortSignal): Promise<void> {
  const { folder } = deps.backups
  if (folder === null) {
    for (const kind of ['backup-failed', 'backup-old', 'restore-check-failed'] as const)
      await closeAlert(deps.db, { kind, subject: 'shop' }, deps.clock())
    return
  }
  if ((await findDue(deps, folder)) !== null)
    await withBackupLock(deps, async () => {
      // asked again: whoever had the lock before may have done it
      const due = await findDue(deps, folder)
      if (due?.backup === true) await makeBackup(deps, folder, signal)
      if (signal.aborted) return
      if ((await findDue(deps, folder))?.restoreCheck === true) await tryNewestBackup(deps, folder, signal)
    })
  await tellAge(deps, firstAt)
}

async function findDue(
  { db, clock, databaseId, backups }: BackupDeps,
  folder: string,
): Promise<{ readonly backup: boolean; readonly restoreCheck: boolean } | null> {
  const newest = await newestBackup(folder, databaseId)
  // its backup would be the newest of the folder, and be taken for that of the shop which is to be restored
  if (newest === null && (await isEmptyShop(db))) return null
  const state: BackupState = await readBackupState(db)
  const now = clock()
  const due = {
    backup: isBackupDue(
      { newestAt: newest?.createdAt ?? null, failedAt: state.failedBackup?.at ?? null },
      backups.atMinute,
      now,
    ),
    restoreCheck:
      newest !== null &&
      isRestoreCheckDue(
        { verifiedAt: state.verified?.at ?? null, failedAt: state.failedCheck?.at ?? null },
        now,
      ),
  }
  return due.backup || due.restoreCheck ? due : null
}

/** Without any backup the age counts from the start of the worker. */
async function tellAge({ db, clock }: BackupDeps, firstAt: Date): Promise<void> {
  const { backup } = await readBackupState(db)
  if (backup === null && (await isEmptyShop(db))) return
  const at = clock()
  const ageMs = at.getTime() - (backup?.at ?? firstAt).getTime()
  const alert = { kind: 'backup-old', subject: 'shop' } as const
  if (ageMs > BACKUP_MAX_AGE_MS) {
    const facts = { lastBackupAt: backup?.at.toISOString() ?? null, ageS: Math.floor(ageMs / 1000) }
    await raiseAlert(db, { ...alert, facts, at })
  } else if (backup !== null) await closeAlert(db, alert, at)
}
