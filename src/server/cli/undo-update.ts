import { sql } from 'kysely'
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
        await requireNoObstacle(url, later)
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

/** What an earlier release must not go on with, by the migration that it lacks; null: by any release. */
const OBSTACLES = [
  {
    since: null,
    table: 'payout_plans',
    found: 'select from payout_plans where closed_at is null limit 1',
    message: 'a payout plan is open: broadcast it and wait until it is recorded, or abandon it',
  },
  {
    since: '0077_discount_codes',
    table: 'discount_codes',
    found: 'select from payments where discount_cents > 0 limit 1',
    message: 'orders were made with discount codes, and the earlier release would refund more than they cost',
  },
  {
    since: '0078_external_orders',
    table: 'external_orders',
    found: `select from external_orders o where o.refunded_at is null and (o.delivered_at is null or exists (
      select from mails m where m.dedupe_key like 'keys-elsewhere:' || o.id::text || '%' and m.sent_at is null)) limit 1`,
    message: 'keys of sales made elsewhere are not mailed yet, and the earlier release would never mail them',
  },
  {
    since: '0080_currencies',
    table: 'payments',
    found: `select from payments where currency <> 'USD' union all select from discount_codes where currency <> 'USD'
      union all select from rates where coin not in (select id from assets) limit 1`,
    message:
      'prices are in another currency than the dollar, and the earlier release would take them for dollars',
  },
] as const

/** What an earlier release reads by other names, by the migration that it lacks. */
const RENAMED = [
  {
    since: '0080_currencies',
    sql: `update mails set facts = facts || jsonb_strip_nulls(jsonb_build_object(
      'priceUsd', facts -> 'price', 'discountUsd', facts -> 'discount')) where facts ?& array['price', 'currency']`,
  },
  {
    since: '0081_sold_elsewhere',
    sql: `update key_counts set status = 'retired' where status = 'elsewhere'`,
  },
] as const

/** Whether the way back takes off a migration. */
function isTakenOff(later: readonly string[], since: string): boolean {
  return later.some((name) => name.startsWith(since))
}

/** Refuses the way back while the earlier release would pay, or keep, what is not its to pay or keep. */
async function requireNoObstacle(url: string, later: readonly string[]): Promise<void> {
  const client = await openClient({ url, kind: 'long', name: 'keyhold update' })
  try {
    for (const { since, table, found, message } of OBSTACLES) {
      if (since !== null && !isTakenOff(later, since)) continue
      const { rows: has } = await client.query('select from pg_class where oid = to_regclass($1)', [table])
      if (has.length === 0) continue
      const { rows } = await client.query(found)
      if (rows.length > 0) throw new CommandError(`${message}; nothing was changed`)
    }
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
      finish: async (tx) => {
        for (const { since, sql: text } of RENAMED)
          if (isTakenOff(later, since)) await sql.raw(text).execute(tx)
      },
      ...(migrations === undefined ? {} : { migrations }),
    }),
  )
}
