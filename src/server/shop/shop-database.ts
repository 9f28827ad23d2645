import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Settings } from '#server/config/settings.ts'
import { accountForPostgres, requireOwnAccount } from '#server/db/postgres-account.ts'
import { openDatabase, type Database, type Db } from '#server/db/database.ts'
import { isTransactionPooled } from '#server/db/detect-pooler.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { fillReferenceTables } from '#server/db/fill-reference-tables.ts'
import { isOutage, isUnavailable } from '#server/db/is-unavailable.ts'
import { migrate } from '#server/db/migrate.ts'
import { createOutageWatch, type OutageWatch } from '#server/db/outage-watch.ts'
import { stampInstallation } from '#server/db/stamp-installation.ts'
import { markLostSecrets } from '#server/keys/lost-secrets.ts'
import { openKeyCipher } from '#server/keys/open-key-cipher.ts'
import { sealPlainKeys } from '#server/keys/seal-plain-keys.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import { createDatabaseGuard, type DatabaseGuard } from '#server/recovery/database-guard.ts'
import { createHandOutRecord, type HandOutRecord } from '#server/recovery/hand-out-record.ts'
import { createMarkKeeper } from '#server/recovery/mark-keeper.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { holdServing, type ServingHold } from './hold-serving.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import { WALLETS } from '#shared/chains.ts'

/** The shop's database, migrated and marked with its profile. */
export interface ShopDatabase extends Database {
  readonly url: string
  /** The same database as the role that owns its tables. */
  readonly ownerUrl: string
  /** The installation's 32 secret bytes; the database does not hold them. */
  readonly secret: Uint8Array
  readonly keyCipher: KeyCipher
  /** What compares it with the mark of the data folder, on each new connection once it has begun. */
  readonly guard: DatabaseGuard
  /** What must outlive the machine; only a process that serves writes it. */
  readonly record: HandOutRecord
  /** What notices that the database works again. */
  readonly outages: OutageWatch
  /** Where the embedded PostgreSQL keeps its files; null with another database. */
  readonly clusterFolder: string | null
  /** Closes it, and stops the embedded PostgreSQL if nothing else uses it. */
  close(): Promise<void>
}

interface Options {
  readonly log: Log
  /** Prints a message for a person. */
  readonly say: (line: string) => void
  /** The maximum number of connections. */
  readonly max: number
  /** Whether this process serves: only one may serve from an embedded database. */
  readonly isServing: boolean
  /** Whether the caller holds the lock of the migrations, and has applied them. */
  readonly isMigrated?: boolean
  /** What is done to the migrated database before its secret is asked for. */
  readonly beforeStamp?: (db: Db) => Promise<void>
}

/** DATABASE_URL leads to a pooler in transaction mode. */
class TransactionPoolerError extends Error {
  constructor() {
    super(
      'DATABASE_URL leads to a pooler in transaction mode, but locks and announcements need sessions; ' +
        'point it at PostgreSQL itself, or at a pooler in session mode',
    )
    this.name = 'TransactionPoolerError'
  }
}

/** Keys per message while many are encrypted. */
const SEALED_SAID = 100_000
/** Not closed when unused, as others are after 10 s: what an idle shop does now and then would open them again and again. */
const KEPT_CONNECTIONS = 3
/** How long to wait for a database that is starting. */
const UNREACHABLE_FOR_MS = 15_000

/** Opens the database of the settings: the embedded one, which is started if necessary, or that of DATABASE_URL. */
export async function openShopDatabase(settings: Settings, options: Options): Promise<ShopDatabase> {
  const embedded = settings.databaseUrl === 'embedded' ? await startEmbedded(settings, options) : null
  const ownerUrl = embedded?.url ?? settings.databaseUrl
  const url = embedded?.appUrl ?? settings.databaseUrl
  let hold: ServingHold | null = null
  let database: Database | null = null
  try {
    if (embedded !== null && options.isServing)
      hold = await holdServing(ownerUrl, settings.dataFolder, options.log)
    if (embedded === null && options.isServing)
      await retryUntilReachable(() => refuseTransactionPooler(url), options)
    const then = embedded === null ? [] : [embedded.grantRights]
    if (options.isMigrated !== true) await retryUntilReachable(() => migrate(ownerUrl, { then }), options)
    const mark = createMarkKeeper({ ...settings, log: options.log, isReadOnly: !options.isServing })
    const guard = createDatabaseGuard({ ...settings, mark, url, clock: systemClock, log: options.log })
    const record = createHandOutRecord({
      target: options.isServing ? settings.recordTo : null,
      mark: mark.current,
      clock: systemClock,
      log: options.log,
    })
    const outages = createOutageWatch(() => tryToWrite(database))
    database = openShopPool(url, { guard, outages }, options)
    await options.beforeStamp?.(database.db)
    const secret = await stampInstallation(database.db, stampOf(settings), settings)
    await fillReferenceTables(database.db)
    const keyCipher = await openKeyCipher(database.db, secret, settings)
    await sealKeys(database.db, keyCipher, options)
    const opened = database
    return {
      ...opened,
      url,
      ownerUrl,
      secret,
      keyCipher,
      guard,
      record,
      outages,
      clusterFolder: embedded?.clusterFolder ?? null,
      close: async () => {
        await record.close()
        await close(opened, hold, embedded, outages)
      },
    }
  } catch (error) {
    await close(database, hold, embedded)
    throw error
  }
}

function openShopPool(
  url: string,
  { guard, outages }: Pick<ShopDatabase, 'guard' | 'outages'>,
  { max, log, isServing }: Options,
): Database {
  return openDatabase(url, {
    max,
    admit: guard.admit,
    onEvents: guard.mark.note,
    onError: (error) => {
      if (isOutage(error)) outages.noteFailure(error)
    },
    min: isServing ? Math.min(max, KEPT_CONNECTIONS) : 0,
    onIdleError: (error) => {
      log.warn({ error: describeError(error) }, 'a connection to the database broke and is reopened')
    },
  })
}

/** Locks and announcements would silently end up in sessions of a pooler's other clients. */
async function refuseTransactionPooler(url: string): Promise<void> {
  if (await isTransactionPooled(url)) throw new TransactionPoolerError()
}

/** A table that grows and a commit, which need all that orders need: room, and a standby where one is waited for. */
async function tryToWrite(database: Database | null): Promise<void> {
  if (database === null) return
  await database.db.transaction().execute(async (tx) => {
    await sql`create temporary table room on commit drop as
      select repeat('x', 7000) as filler from generate_series(1, 128)`.execute(tx)
    await sql`select pg_logical_emit_message(true, 'keyhold', '')`.execute(tx)
  })
}

/** Keys that an earlier release stored as text are sealed before anything else uses them. */
async function sealKeys(db: Db, cipher: KeyCipher, { say, isServing }: Options): Promise<void> {
  let isSaid = false
  await sealPlainKeys(db, cipher, (sealed) => {
    if (sealed % SEALED_SAID === 0 || !isSaid) say(`encrypting the keys of the stock: ${String(sealed)} done`)
    isSaid = true
  })
  if (!isServing) return
  const lost = await markLostSecrets(db, cipher)
  if (lost > 0)
    say(
      `${String(lost)} unsold keys cannot be read, because the secret they are encrypted with is missing: ` +
        'their editions take no orders until it is among the secrets again; "check" says which one it is',
    )
}

async function startEmbedded(settings: Settings, { say }: Options): Promise<EmbeddedPostgres> {
  const { dataFolder, profile, allowsTest } = settings
  if (profile === 'production' && !allowsTest)
    requireOwnAccount(accountForPostgres(join(dataFolder, 'postgres')))
  const embedded = await startEmbeddedPostgres({ dataFolder })
  if (embedded.runsAs !== null && !embedded.clusterFolder.startsWith(dataFolder)) {
    say(
      `PostgreSQL runs as user ${embedded.runsAs}, who has no access to ${dataFolder}: its files are in ${embedded.clusterFolder}`,
    )
  }
  return embedded
}

async function retryUntilReachable<T>(work: () => Promise<T>, { say, isServing }: Options): Promise<T> {
  const deadline = performance.now() + (isServing ? UNREACHABLE_FOR_MS : 0)
  let isSaid = false
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > deadline) throw error
      if (!isSaid) say('waiting for the database, which does not respond yet')
      isSaid = true
      await delay(500)
    }
  }
}

function stampOf({ profile, wallets }: Settings) {
  const used = WALLETS.map((wallet) => wallets[wallet]).filter((xpub) => xpub !== null)
  return { profile, wallets: used.map(({ wallet, fingerprint }) => ({ wallet, fingerprint })) }
}

async function close(
  database: Database | null,
  hold: ServingHold | null,
  embedded: EmbeddedPostgres | null,
  outages?: OutageWatch,
): Promise<void> {
  outages?.stop()
  await database?.close()
  await hold?.release()
  await embedded?.stop()
}
