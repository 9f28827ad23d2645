import { basename, join, resolve } from 'node:path'
import { listBackups } from '#server/backups/backup-folder.ts'
import { withBackupLock } from '#server/backups/backup-lock.ts'
import { recordBackupRun } from '#server/backups/backup-runs.ts'
import { checkRestore } from '#server/backups/check-restore.ts'
import { readDatabaseId } from '#server/backups/read-database-id.ts'
import type { Settings } from '#server/config/settings.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { withDatabase } from './with-database.ts'

/** `backup verify [FILE]`: restores a backup, by default the newest one, into a scratch database that is dropped afterwards. */
export async function runBackupVerify(context: CommandContext): Promise<number> {
  const [given, ...rest] = context.args
  if (rest.length > 0) throw new UsageError('expected one file at most')
  await withDatabase(context, async ({ database, settings }) => {
    const { db, ownerUrl } = database
    const databaseId = await readDatabaseId(db)
    const path = given === undefined ? await newestOf(settings, databaseId) : resolve(given)
    const deps = { ownerUrl, databaseId, secrets: settings, backupKeys: settings.backups.keys }
    const isDone = await withBackupLock(deps, async () => {
      const startedAt = systemClock()
      const { createdAt, rows, keys } = await checkRestore(deps, path)
      await recordBackupRun(db, {
        kind: 'restore_check',
        isScheduled: false,
        startedAt,
        finishedAt: systemClock(),
        file: basename(path),
        bytes: null,
        failure: null,
      })
      context.out(
        `the backup of ${createdAt} can be restored: ${String(rows)} rows, ${String(keys)} keys, all constraints hold`,
      )
    })
    if (!isDone)
      throw new CommandError('another process backs up or tries a restore now; try again in a minute')
  })
  return 0
}

async function newestOf({ backups: { folder } }: Settings, databaseId: string): Promise<string> {
  if (folder === null) throw new UsageError('expected a file, since KEYHOLD_BACKUP_DIR is not set')
  const [newest] = await listBackups(folder, databaseId)
  if (newest === undefined)
    throw new CommandError('KEYHOLD_BACKUP_DIR holds no backup of this database; the running shop writes one')
  return join(folder, newest.file)
}
