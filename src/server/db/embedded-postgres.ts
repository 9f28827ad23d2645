import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { APP_ROLE, appPasswordFor, grantToAppRole } from './app-role.ts'
import { createCluster, isCluster, POSTGRES_ENVIRONMENT } from './create-cluster.ts'
import { codeOf } from './error-code.ts'
import { freePort } from './free-port.ts'
import { isUnavailable } from './is-unavailable.ts'
import type { MigrationStep } from './migrate.ts'
import { asAccount } from './postgres-account.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { savePort, postgresUrl, openPostgresHome, type PostgresHome } from './postgres-home.ts'
import { probePostmaster, readPostmaster } from './postmaster.ts'
import { openClient } from './shop-client.ts'

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** Connects as the owner of the cluster, who migrates. */
  readonly url: string
  /** Connects as the role with few rights that the shop uses, once `grantRights` has run. */
  readonly appUrl: string
  /** A step after the migrations that creates that role and grants its rights. */
  readonly grantRights: MigrationStep
  /** Whether it was running already: after a crash of the shop, or because another command of the shop uses it. */
  readonly isJoined: boolean
  /** The system user it runs as, if it differs from this process's user; else null. */
  readonly runsAs: string | null
  readonly clusterFolder: string
  /** Stops it if no client is connected; otherwise leaves it running. Close your own connections first. */
  stop(): Promise<'stopped' | 'in use'>
}

interface EmbeddedOptions {
  /** KEYHOLD_DATA. */
  readonly dataFolder: string
  /** Additional settings such as `fsync=off`, for tests. */
  readonly settings?: readonly string[]
}

const DATABASE = 'keyhold'
/** A start right after a crash may fail while the system still holds resources of the old process. */
const START_RETRY_MS = 10_000
/** Time for a start that replays a long write-ahead log. */
const RECOVERY_MS = 120_000
const STOP_WITHIN_MS = 3_000
const DISCONNECT_MS = 1_500
const POLL_MS = 10
const LOG_MAX_BYTES = 1_000_000
const DUPLICATE_DATABASE = '42P04'
const UNIQUE_VIOLATION = '23505'

/** Sized for a shop on one machine. PostgreSQL logs no errors, since their messages quote values of rows. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=60',
  'shared_buffers=64MB',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_logical_replication_workers=0',
  'io_method=sync',
  'jit=off',
  'huge_pages=off',
  'timezone=UTC',
  'log_timezone=UTC',
  'log_min_messages=log',
  'log_min_error_statement=panic',
  'log_error_verbosity=terse',
]

/** Connects to the PostgreSQL of a data folder if it is running; otherwise creates and starts it. */
export async function startEmbeddedPostgres({
  dataFolder,
  settings = [],
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const home = await openPostgresHome(dataFolder)
  const binaries = await findPostgresBinaries(home.account, home.copiesFolder)
  if (!(await isCluster(home))) await createCluster(home, binaries)
  const { port, isJoined } = await joinOrStart(home, binaries, settings)
  await savePort(home, port)
  const url = postgresUrl(home, port, DATABASE)
  await ensureDatabase(postgresUrl(home, port, 'postgres'))
  const password = appPasswordFor(home.password)
  return {
    url,
    appUrl: postgresUrl({ password }, port, DATABASE, APP_ROLE),
    grantRights: grantToAppRole(password),
    isJoined,
    runsAs: home.account?.name ?? null,
    clusterFolder: home.clusterFolder,
    stop: () => stopWhenUnused(home, binaries, url),
  }
}

async function joinOrStart(
  home: PostgresHome,
  binaries: PostgresBinaries,
  settings: readonly string[],
): Promise<{ port: number; isJoined: boolean }> {
  const deadline = performance.now() + START_RETRY_MS
  for (;;) {
    const running = await findRunning(home)
    if (running !== null) return { port: running, isJoined: true }
    const started = await start(home, binaries, settings)
    if (started !== null) return { port: started, isJoined: false }
    if (performance.now() > deadline) throw await startError(home)
    await delay(200)
  }
}

/** Finds the port of a server that runs on this cluster and waits until it accepts connections; null if none runs. */
async function findRunning(home: PostgresHome): Promise<number | null> {
  const deadline = performance.now() + RECOVERY_MS
  while (performance.now() < deadline) {
    const postmaster = await readPostmaster(home)
    if (postmaster === null) return null
    const answer = await probePostmaster(home, postmaster.port)
    if (answer !== 'starting') return answer === 'ours' ? postmaster.port : null
    await delay(POLL_MS * 10)
  }
  throw await startError(home)
}

async function start(
  home: PostgresHome,
  binaries: PostgresBinaries,
  settings: readonly string[],
): Promise<number | null> {
  const port = await freePort(home.lastPort ?? 0)
  const options = [...SETTINGS, ...settings].flatMap((setting) => ['-c', setting])
  const log = await openLog(home)
  try {
    // in its own process group: Ctrl-C and SIGTERM go to the shop, which stops PostgreSQL last
    const child = spawn(binaries.postgres, ['-D', home.clusterFolder, '-p', String(port), ...options], {
      ...asAccount(home.account),
      cwd: '/',
      env: POSTGRES_ENVIRONMENT,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    await once(child, 'spawn')
    const isReady = await waitUntilReady(home, child)
    child.unref()
    return isReady ? port : null
  } finally {
    await log.close()
  }
}

async function waitUntilReady(home: PostgresHome, child: ChildProcess): Promise<boolean> {
  const deadline = performance.now() + RECOVERY_MS
  while (child.exitCode === null && child.signalCode === null) {
    const postmaster = await readPostmaster(home)
    if (postmaster?.pid === child.pid && postmaster?.isReady === true) return true
    if (performance.now() > deadline) throw await startError(home)
    await delay(POLL_MS)
  }
  return false
}

function logFile(home: PostgresHome): string {
  return join(home.dataFolder, 'postgres.log')
}

/** Opens the log file, which is kept between starts so that a failed one can be examined; truncates it if it is large. */
async function openLog(home: PostgresHome): Promise<FileHandle> {
  const { size } = await stat(logFile(home)).catch(() => ({ size: 0 }))
  return open(logFile(home), size > LOG_MAX_BYTES ? 'w' : 'a', 0o600)
}

async function startError(home: PostgresHome): Promise<Error> {
  const lines = (await readFile(logFile(home), 'utf8')).trim().split('\n')
  return new Error(
    `the embedded PostgreSQL did not start: ${lines.slice(-2).join(' ')} (all of it: ${logFile(home)})`,
  )
}

async function ensureDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    if (rowCount === 1) return
    try {
      await client.query(`create database ${DATABASE}`)
    } catch (error) {
      if (codeOf(error) !== DUPLICATE_DATABASE && codeOf(error) !== UNIQUE_VIOLATION) throw error // another process creates it at the same time
    }
  })
}

async function stopWhenUnused(
  home: PostgresHome,
  binaries: PostgresBinaries,
  url: string,
): Promise<'stopped' | 'in use'> {
  if ((await readPostmaster(home)) === null) return 'stopped'
  try {
    if (!(await hasNoClients(url))) return 'in use'
  } catch (error) {
    if (isUnavailable(error)) return 'stopped' // another process stopped it
    throw error
  }
  // 'smart' waits for clients that connected in the meantime, and stops when they disconnect
  const child = spawn(
    binaries.pgCtl,
    ['stop', '--pgdata', home.clusterFolder, '--mode=smart', '--timeout', String(STOP_WITHIN_MS / 1000)],
    { ...asAccount(home.account), env: POSTGRES_ENVIRONMENT, cwd: '/', stdio: 'ignore' },
  )
  const [status] = (await once(child, 'close')) as [number | null]
  return status === 0 ? 'stopped' : 'in use'
}

/** Waits a moment, since connections that were just closed are still listed. */
async function hasNoClients(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const deadline = performance.now() + DISCONNECT_MS
    for (;;) {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      if (rowCount === 0) return true
      if (performance.now() > deadline) return false
      await delay(POLL_MS * 2)
    }
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient({ url, kind: 'long', name: 'keyhold start', types: pg.types })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
