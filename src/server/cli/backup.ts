import { resolve } from 'node:path'
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
    const { createdAt } = await writeBackup(
      database.url,
      resolve(path),
      systemClock(),
      (table, number, of) => {
        context.say(`table ${String(number)} of ${String(of)}: ${table}`)
      },
    )
    context.out(`backup of ${createdAt} written; it contains keys and e-mail addresses: store it safely`)
    context.out(
      `it can be restored only with the installation secret, which is not in it: keep a copy of ${secretPlace(settings)} elsewhere`,
    )
  })
  return 0
}
