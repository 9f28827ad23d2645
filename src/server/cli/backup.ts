import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { recordBackupRun } from '#server/backups/backup-runs.ts'
import { writeBackup } from '#server/db/backup-file.ts'
import { secretPlace } from '#server/secrets/secret-file.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { UsageError, type CommandContext } from './command.ts'
import { withDatabase } from './with-database.ts'

/** `backup FILE`: writes a snapshot of the whole database to a file, while the shop runs. */
export async function runBackup(context: CommandContext): Promise<number> {
  const [path = '', ...rest] = context.args
  if (path === '' || rest.length > 0) throw new UsageError('expected one file')
  await withDatabase(context, async ({ database, settings }) => {
    const startedAt = systemClock()
    const [key = null] = settings.backups.keys
    const { createdAt } = await writeBackup(database.url, resolve(path), {
      now: startedAt,
      key,
      onTable: (table, number, of) => {
        context.say(`table ${String(number)} of ${String(of)}: ${table}`)
      },
    })
    const { size: bytes } = await stat(resolve(path))
    await recordBackupRun(database.db, {
      kind: 'backup',
      isScheduled: false,
      startedAt,
      finishedAt: systemClock(),
      file: basename(path),
      bytes,
      failure: null,
    })
    context.out(
      key === null
        ? `backup of ${createdAt} written; it contains keys and e-mail addresses and is not encrypted (KEYHOLD_BACKUP_KEY): store it safely`
        : `backup of ${createdAt} written, encrypted with KEYHOLD_BACKUP_KEY: keep a copy of that key elsewhere`,
    )
    context.out(
      `it can be restored only with the installation secret, which is not in it: keep a copy of ${secretPlace(settings)} elsewhere`,
    )
  })
  return 0
}
