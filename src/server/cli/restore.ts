import { readFile } from 'node:fs/promises'
import { dirname, isAbsolute, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { readBackup, type BackupHeader } from '#server/db/backup-file.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { requireSecret } from '#server/db/settle-secret.ts'
import { restoreDatabase } from '#server/db/restore-database.ts'
import type { Db } from '#server/db/database.ts'
import type { Settings } from '#server/config/settings.ts'
import { openKeyCipher } from '#server/keys/open-key-cipher.ts'
import { requireReadableKeys } from '#server/keys/require-readable-keys.ts'
import type { ShopDatabase } from '#server/shop/shop-database.ts'
import { readSecrets } from '#server/secrets/secret-file.ts'
import { mergeReserved, type HighWaterMark } from '#server/recovery/high-water-mark.ts'
import { readHighWaterMark } from '#server/recovery/mark-file.ts'
import { readHandOutRecords, type HandOuts } from '#server/recovery/read-hand-out-records.ts'
import {
  decideQuarantined,
  exportQuarantined,
  retireHandedOut,
  retireSentKeys,
} from '#server/recovery/quarantined-keys.ts'
import { findOpenRecovery, startRecovery } from '#server/recovery/recoveries.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { CommandError, UsageError, type CommandContext } from './command.ts'
import { advanceWallets } from './advance-wallets.ts'
import { printRecovery } from './print-recovery.ts'
import { readArguments } from './read-arguments.ts'
import { requireSettings } from './require-settings.ts'
import { withDatabase } from './with-database.ts'

const VALUES = ['skip', 'lost-since', 'keys-sent'] as const
/** What shows a recovery or goes on with it, instead of a file. */
const STEPS = ['status', 'list-keys', 'resume', 'release-keys'] as const

/**
 * `restore FILE`: replaces the database by a backup, and moves its addresses past everything the chains know. With
 * `--status`, `--list-keys`, `--resume`, `--keys-sent FILE` or `--release-keys` instead of a file, shows a recovery or goes on
 * with it.
 */
export async function runRestore(context: CommandContext): Promise<number> {
  const { values, positionals } = readArguments(context, VALUES, ['yes', 'without-secret', ...STEPS])
  const skip = readSkip(values.skip)
  const [path, ...rest] = positionals
  const chosen =
    STEPS.filter((step) => values[step]).length +
    [path, values['keys-sent']].filter((one) => one !== undefined).length
  if (values['without-secret'] && path === undefined)
    throw new UsageError('expected --without-secret with a file')
  if (chosen !== 1 || rest.length > 0)
    throw new UsageError(
      'expected a file, or one of --status, --list-keys, --resume, --keys-sent FILE, --release-keys',
    )
  if (path !== undefined)
    await restoreFile(context, path, {
      isReplacing: values.yes,
      isWithoutSecret: values['without-secret'],
      lostSince: readTime(values['lost-since']),
    })
  if (values['without-secret']) {
    context.out('now run "secret abandon", then "restore --resume"')
    return 0
  }
  return withDatabase(context, async (deps) => {
    const { db, keyCipher } = deps.database
    if (values['list-keys']) {
      for await (const line of exportQuarantined(db, keyCipher)) context.out(line.trimEnd())
      return 0
    }
    // no process may have noticed yet that the database came back older
    if (values.resume) await deps.database.guard.begin(deps.database)
    const recovery = await findOpenRecovery(db)
    if (recovery !== null) {
      if (path !== undefined || values.resume) await advanceWallets(context, deps, recovery, skip)
      if (values['keys-sent'] !== undefined) await retireKeysOf(context, deps.database, values['keys-sent'])
      if (values['release-keys']) await release(context, db)
    }
    await printRecovery(context, deps.database)
    return 0
  })
}

async function restoreFile(
  context: CommandContext,
  path: string,
  {
    isReplacing,
    isWithoutSecret,
    lostSince,
  }: { readonly isReplacing: boolean; readonly isWithoutSecret: boolean; readonly lostSince: Date | null },
): Promise<void> {
  const settings = requireSettings(context.environment)
  const mark = await readHighWaterMark(settings.dataFolder)
  await readBackup(resolve(path), settings.backups.keys, async (header, tables) => {
    if (header.profile !== settings.profile)
      throw new CommandError(
        `the backup is of a ${header.profile} shop and KEYHOLD_PROFILE is ${settings.profile}`,
      )
    // a backup of an earlier release holds its secret, which moves out of the database when it is opened
    const secrets = await readSecrets(settings)
    const secretId = isWithoutSecret ? undefined : header.secretId
    if (secretId !== undefined) requireSecret(secrets, secretId, settings)
    context.say(`the backup of ${header.createdAt} is complete`)
    const folders = [dirname(resolve(path)), settings.recordTo ?? ''].filter(isAbsolute)
    const handOuts = await readHandOutRecords(folders, header.databaseId)
    let handedOut = 0
    const finish = async (tx: Db) => {
      if (secretId !== undefined) {
        const secret = requireSecret(secrets, secretId, settings)
        await requireReadableKeys(tx, await openKeyCipher(tx, secret, settings))
      }
      const reserved = mergeReserved(await reservedSince(tx, header, mark), await reservedIn(tx, handOuts))
      await beginRecovery(tx, header, lostSince, reserved)
      if (handOuts !== null) handedOut = await retireHandedOut(tx, handOuts.hashes)
    }
    const onTable = (table: string) => {
      context.say(`restoring ${table}`)
    }
    const { url, stop } = await openUrl(settings)
    try {
      await restoreDatabase(url, header, tables, { isReplacing, onTable, finish })
    } finally {
      await stop()
    }
    context.out('restored')
    if (handOuts !== null) context.out(describeHandOuts(handOuts, handedOut, header))
  })
}

async function beginRecovery(
  tx: Db,
  header: BackupHeader,
  lostSince: Date | null,
  reserved: HighWaterMark['reserved'],
): Promise<void> {
  await sql`update installation set database_id = gen_random_uuid()`.execute(tx)
  const start = {
    cause: 'restored',
    previousDatabaseId: header.databaseId,
    lostSince: lostSince ?? new Date(header.createdAt),
    reserved,
  } as const
  await startRecovery(tx, start, systemClock())
}

function describeHandOuts(handOuts: HandOuts, handedOut: number, { createdAt }: BackupHeader): string {
  const known =
    `the record of ${handOuts.from.toISOString()} to ${handOuts.to.toISOString()} names ${String(handedOut)} of the keys set aside ` +
    'as handed out: they are retired'
  if (handOuts.from > new Date(createdAt))
    return `${known}; it begins after the backup, so others may be missing`
  return `${known}; if the shop was lost right after it, no other was, and "restore --release-keys" returns the rest to the stock`
}

/** What the records say was reserved since the backup. */
async function reservedIn(tx: Db, handOuts: HandOuts | null): Promise<HighWaterMark['reserved']> {
  return handOuts === null ? {} : reservedAfter(tx, handOuts.reserved)
}

/**
 * What a mark says was reserved since the backup: nothing if it was made of another database, such as the empty shop's that was
 * started in place of the lost one, or before the backup.
 */
async function reservedSince(
  tx: Db,
  { databaseId }: BackupHeader,
  mark: HighWaterMark | null,
): Promise<HighWaterMark['reserved']> {
  if (mark === null || ![mark.databaseId, ...mark.formerIds].includes(databaseId)) return {}
  return reservedAfter(tx, mark.reserved)
}

async function reservedAfter(
  tx: Db,
  reserved: HighWaterMark['reserved'],
): Promise<HighWaterMark['reserved']> {
  const wallets = await tx.selectFrom('wallets').select(['fingerprint', 'next_index']).execute()
  const inBackup = new Map(wallets.map(({ fingerprint, next_index }) => [fingerprint, next_index]))
  return Object.fromEntries(
    Object.entries(reserved).filter(([wallet, index]) => index >= (inBackup.get(wallet) ?? 0)),
  )
}

async function openUrl(settings: Settings): Promise<{ url: string; stop: () => Promise<void> }> {
  if (settings.databaseUrl !== 'embedded') return { url: settings.databaseUrl, stop: () => Promise.resolve() }
  const embedded = await startEmbeddedPostgres(settings)
  return { url: embedded.url, stop: async () => void (await embedded.stop()) }
}

async function retireKeysOf(
  context: CommandContext,
  { db, keyCipher }: ShopDatabase,
  path: string,
): Promise<void> {
  const lines = await (path === '-' ? text(context.stdin) : readFile(resolve(path), 'utf8'))
  const keys = lines
    .split(/\s+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const { retired, unknown } = await retireSentKeys(db, keyCipher, keys, systemClock())
  context.out(
    `${String(retired)} keys were sent and are retired; ${String(unknown)} are not among those set aside`,
  )
}

async function release(context: CommandContext, db: Db): Promise<void> {
  const decider = { actorId: null, now: systemClock() }
  const { changed } = await decideQuarantined(db, { decision: 'rest_to_stock' }, decider)
  context.out(`${String(changed)} keys can be sold again`)
}

function readSkip(value: string | undefined): number | null {
  if (value === undefined) return null
  if (!/^\d{1,7}$/.test(value)) throw new UsageError('expected --skip with a number of addresses')
  return Number(value)
}

function readTime(value: string | undefined): Date | null {
  if (value === undefined) return null
  const time = new Date(value)
  if (Number.isNaN(time.getTime()))
    throw new UsageError('expected --lost-since with a time, such as 2026-11-22T09:00Z')
  return time
}
