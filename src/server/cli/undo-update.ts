import type { Settings } from '#server/config/settings.ts'
import { readBackup } from '#server/db/backup-file.ts'
import { holdMigrations } from '#server/db/hold-migrations.ts'
import { isExclusive, isReversible, readMigrations } from '#server/db/migrate.ts'
import { openClient } from '#server/db/shop-client.ts'
import { restoreDatabase } from '#server/db/restore-database.ts'
import { removeHighWaterMark } from '#server/recovery/mark-file.ts'
import { CommandError, type CommandContext } from './command.ts'
import { openAsOwner } from './open-as-owner.ts'
import { writeUpdateBackup } from './update-backup.ts'
import { readLastUpdate, type UpdateJournal } from './update-journal.ts'

/** What the way back needs; the migrations are replaced in tests. */
export interface UndoOptions extends Pick<CommandContext, 'out' | 'say'> {
  readonly settings: Settings
  readonly migrations?: URL
}

/**
 * `update --back`: gives the database the schema that it had before the last update. Everything that the earlier release knows
 * stays, with all orders since: nothing becomes older, so no address and no key can be given a second time.
 */
export async function undoUpdate(options: UndoOptions): Promise<number> {
  const { settings, out } = options
  const journal = await readLastUpdate(settings.dataFolder)
  if (journal === null)
    throw new CommandError(
      'KEYHOLD_DATA notes no update to go back from; run this on the machine that ran it',
    )
  const { url, stop } = await openAsOwner(settings)
  try {
    await holdMigrations(
      url,
      async (held) => {
        if (await held.isUsed())
          throw new CommandError('a shop or a command uses this database: stop it first; nothing was changed')
        const later = (await held.applied()).filter((name) => !journal.before.includes(name))
        await requireNoOpenPlan(url)
        if (later.length > 0) await takeOff(url, later, journal, options)
      },
      options.migrations,
    )
  } finally {
    await stop()
  }
  // its form is the later release's; the database is not older than it
  await removeHighWaterMark(settings.dataFolder)
  out('the database is ready for the earlier release, with all orders: start that release')
  return 0
}

/** An earlier release would not know that the refunds of a plan may be paid already. */
async function requireNoOpenPlan(url: string): Promise<void> {
  const client = await openClient({ url, kind: 'long', name: 'keyhold update' })
  try {
    const { rows: has } = await client.query(`select from pg_class where oid = to_regclass('payout_plans')`)
    if (has.length === 0) return
    const { rows } = await client.query('select from payout_plans where closed_at is null')
    if (rows.length > 0)
      throw new CommandError(
        'a payout plan is open: broadcast it and wait until it is recorded, or abandon it; nothing was changed',
      )
  } finally {
    await client.end()
  }
}

/** Loads the database into the schema without the later migrations. */
async function takeOff(
  url: string,
  later: readonly string[],
  journal: UpdateJournal,
  { settings, out, say, migrations }: UndoOptions,
): Promise<void> {
  const exclusive = (await readMigrations(migrations)).find(
    (one) => later.includes(one.name) && isExclusive(one) && !isReversible(one),
  )
  if (exclusive !== undefined)
    throw new CommandError(
      `${exclusive.name} changed what the earlier release cannot read: its orders since would be lost, so correct the fault instead; ` +
        `to lose them, let the earlier release restore ${journal.backup}. Nothing was changed`,
    )
  out(
    `taking back ${String(later.length)} ${later.length === 1 ? 'migration' : 'migrations'} in one transaction`,
  )
  const backup = await writeUpdateBackup(url, { settings, out, say, name: 'update-back' })
  await readBackup(backup, settings.backups.keys, (header, tables) =>
    restoreDatabase(url, header, tables, {
      isReplacing: true,
      earlierSchema: journal.before,
      isHeld: true,
      onTable: (table) => {
        say(`loading ${table}`)
      },
      finish: () => Promise.resolve(),
      ...(migrations === undefined ? {} : { migrations }),
    }),
  )
}
