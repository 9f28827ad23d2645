import { setTimeout as delay } from 'node:timers/promises'
import type { Settings } from '#server/config/settings.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { fillReferenceTables } from '#server/db/fill-reference-tables.ts'
import { isUnreachable } from '#server/db/is-unreachable.ts'
import { migrateJobs } from '#server/db/jobs.ts'
import { migrate } from '#server/db/migrate.ts'
import { stampInstallation } from '#server/db/stamp-installation.ts'
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
}

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
    const then = [migrateJobs, ...(embedded === null ? [] : [embedded.grantRights])]
    if (options.isMigrated !== true) await retryUntilReachable(() => migrate(ownerUrl, { then }), options)
    database = openPool(url, options)
    const secret = await stampInstallation(database.db, stampOf(settings), settings)
    await fillReferenceTables(database.db)
    const opened = database
    return { ...opened, url, ownerUrl, secret, close: () => close(opened, hold, embedded) }
  } catch (error) {
    await close(database, hold, embedded)
    throw error
  }
}

function openPool(url: string, { max, log }: Options): Database {
  return openDatabase(url, {
    max,
    onIdleError: (error) => {
      log.warn({ error: describeError(error) }, 'a connection to the database broke and is reopened')
    },
  })
}

async function startEmbedded({ dataFolder }: Settings, { say }: Options): Promise<EmbeddedPostgres> {
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
      if (!isUnreachable(error) || performance.now() > deadline) throw error
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
): Promise<void> {
  await database?.close()
  await hold?.release()
  await embedded?.stop()
}
