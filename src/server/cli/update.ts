import type { Settings } from '#server/config/settings.ts'
import { readBackup } from '#server/db/backup-file.ts'
import { holdMigrations, type HeldDatabase } from '#server/db/hold-migrations.ts'
import { isExclusive, type MigrationStep } from '#server/db/migrate.ts'
import { restoreDatabase } from '#server/db/restore-database.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { createLog, type Log } from '#server/runtime/log.ts'
import { readRelease } from '#server/runtime/release.ts'
import { probeShop } from '#server/shop/probe-shop.ts'
import { checkGame } from './check-game.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { requireSettings } from './require-settings.ts'
import { openAsOwner } from './open-as-owner.ts'
import { readArguments } from './read-arguments.ts'
import { undoUpdate } from './undo-update.ts'
import { writeUpdateBackup } from './update-backup.ts'
import {
  keepUpdateJournal,
  readLastUpdate,
  readUpdateJournal,
  removeUpdateJournal,
  writeUpdateJournal,
  type UpdateJournal,
} from './update-journal.ts'

/** What an update consists of; the last two are replaced in tests. */
export interface UpdateOptions {
  readonly settings: Settings
  readonly out: CommandContext['out']
  readonly say: CommandContext['say']
  /** Whether other processes of the shop may run meanwhile; then a failure leaves the newer schema. */
  readonly isRolling: boolean
  /** The migrations of the new release. */
  readonly migrations?: URL
  /** Throws if the shop does not work on the migrated database. */
  readonly probe?: (settings: Settings, deps: { readonly log: Log }) => Promise<void>
}

interface Update extends UpdateOptions {
  readonly held: HeldDatabase
  readonly url: string
  /** What follows the migrations. */
  readonly steps: readonly MigrationStep[]
}

/** `update`: brings the database to this release, or leaves it as it was. */
export async function runUpdate(context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments(context, [], ['rolling', 'back'])
  if (positionals.length > 0)
    throw new UsageError('expected no argument; install the new release first, then run its update')
  if (values.rolling && values.back)
    throw new UsageError('expected --rolling or --back: to go back, stop all processes first')
  const { out, say } = context
  const settings = requireSettings(context.environment)
  if (values.back) return undoUpdate({ settings, out, say })
  return updateShop({ settings, out, say, isRolling: values.rolling })
}

/** @returns the exit status: 1 if the update failed and was rolled back. */
export async function updateShop(options: UpdateOptions): Promise<number> {
  const { settings, out } = options
  const faults = checkGame(settings).filter(({ kind }) => kind === 'fault')
  if (faults.length > 0)
    throw new CommandError(`the game folder is not complete for this release: ${faults[0]?.message ?? ''}`)
  out(`Keyhold ${await readRelease()}: settings and game folder are complete`)
  const { url, steps, stop } = await openAsOwner(settings)
  try {
    const work = (held: HeldDatabase) => update({ ...options, held, url, steps })
    return await holdMigrations(url, work, options.migrations)
  } finally {
    await stop()
  }
}

async function update(options: Update): Promise<number> {
  const { held, settings, out } = options
  const applied = await held.applied()
  if (applied.length === 0) {
    out('the database is empty: there is nothing to update; start the shop')
    return 0
  }
  await refuseBesideShop(options)
  const journal = await readUpdateJournal(settings.dataFolder)
  const isResumed = journal !== null && journal.before.join() !== applied.join()
  if (isResumed) out('an earlier update was interrupted after it had migrated; it is checked now')
  const attempt = isResumed ? journal : await begin(options, applied)
  try {
    if (!isResumed) await applyMissing(options)
    await held.run(options.steps)
    out('checking the shop on the migrated database')
    await (options.probe ?? probeShop)(settings, { log: createLog({ level: 'silent' }) })
  } catch (error) {
    out(`the update failed: ${messageOf(error)}`)
    await rollBack(options, attempt)
    return 1
  }
  await endJournal(settings, held.missing.length === 0 && !isResumed)
  out(
    'updated; start the shop. To go back to the earlier release: update --back, with this one (docs/upgrading.md)',
  )
  return 0
}

/** The second run of one release must not take the place of the first, which knows the schema before it. */
async function endJournal({ dataFolder }: Settings, isUnchanged: boolean): Promise<void> {
  const last = await readLastUpdate(dataFolder)
  if (isUnchanged && last?.release === (await readRelease())) await removeUpdateJournal(dataFolder)
  else await keepUpdateJournal(dataFolder)
}

async function refuseBesideShop({ held, isRolling }: Update): Promise<void> {
  if (!(await held.isUsed())) return
  if (!isRolling)
    throw new CommandError(
      'a shop or a command uses this database: stop it first, or add --rolling (docs/upgrading.md); nothing was changed',
    )
  const exclusive = held.missing.find(isExclusive)
  if (exclusive !== undefined)
    throw new CommandError(
      `${exclusive.name} must not run beside an earlier release: stop all processes and update without --rolling; nothing was changed`,
    )
}

/** Makes the backup, and only then notes that an update is in progress. */
async function begin(
  { held, url, settings, out, say }: Update,
  applied: readonly string[],
): Promise<UpdateJournal> {
  const startedAt = systemClock().toISOString()
  const backup = await writeUpdateBackup(url, { settings, out, say, name: 'update' })
  const journal: UpdateJournal = {
    version: 1,
    startedAt,
    backup,
    release: await readRelease(),
    before: [...applied],
    newestEvent: await held.newestEvent(),
  }
  await writeUpdateJournal(settings.dataFolder, journal)
  return journal
}

async function applyMissing({ held, out }: Update): Promise<void> {
  const { length } = held.missing
  if (length === 0) {
    out('the schema is up to date')
    return
  }
  out(`applying ${String(length)} ${length === 1 ? 'migration' : 'migrations'} in one transaction`)
  await held.applyAll()
}

/** Leaves the database as it was before the update, unless orders went on meanwhile. */
async function rollBack({ held, url, settings, out, say }: Update, journal: UpdateJournal): Promise<void> {
  const isUnchanged = (await held.applied()).join() === journal.before.join()
  if (!isUnchanged && ((await held.isUsed()) || (await held.newestEvent()) !== journal.newestEvent)) {
    out(
      'the schema stays the newer one, since a shop used the database meanwhile and its orders would be lost: ' +
        `processes of the earlier release that run go on; correct the cause and run update again (backup: ${journal.backup})`,
    )
    return
  }
  if (!isUnchanged)
    await readBackup(journal.backup, settings.backups.keys, (header, tables) =>
      restoreDatabase(url, header, tables, {
        isReplacing: true,
        keepsSchema: true,
        isHeld: true,
        onTable: (table) => {
          say(`restoring ${table}`)
        },
        finish: () => Promise.resolve(),
      }),
    )
  await removeUpdateJournal(settings.dataFolder)
  out('rolled back: the database is as it was; start the earlier release again')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'for an unknown reason'
}
