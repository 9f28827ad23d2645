import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createCluster, isCluster, POSTGRES_ENVIRONMENT } from './create-cluster.ts'
import { codeOf } from './error-code.ts'
import { freePort } from './free-port.ts'
import { isUnreachable } from './is-unreachable.ts'
import { asAccount } from './postgres-account.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { notePort, postgresUrl, settlePostgresHome, type PostgresHome } from './postgres-home.ts'
import { askPostmaster, readPostmaster } from './postmaster.ts'

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  readonly url: string
  /** True where it ran already: it outlived a crash, or another command of the same shop uses it. */
  readonly isJoined: boolean
  /** The system user it runs as where that is not the one we are, else null. */
  readonly runsAs: string | null
  readonly clusterFolder: string
  /** Stops it once nobody is connected; leaves it to the others where somebody still is. Close your own connections first. */
  stop(): Promise<'stopped' | 'in use'>
}

interface EmbeddedOptions {
  /** KEYHOLD_DATA. */
  readonly dataFolder: string
  /** Further settings such as `fsync=off`, for tests. */
  readonly settings?: readonly string[]
}

const DATABASE = 'keyhold'
/** A start right after a crash may be refused while the system still holds remains of the old process. */
const REFUSED_FOR_MS = 10_000
/** A start that replays a long log takes its time. */
const RECOVERY_MS = 120_000
const LEAVE_MS = 3_000
const GOING_MS = 1_500
const STEP_MS = 10
const LOG_MAX_BYTES = 1_000_000
const DUPLICATE_DATABASE = '42P04'
const UNIQUE_VIOLATION = '23505'

/** Small, for a shop on one machine; errors are not logged by PostgreSQL, whose texts quote the values of rows. */
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

/** Joins the PostgreSQL of a data folder where it runs, else makes and starts it. */
export async function startEmbeddedPostgres({
  dataFolder,
  settings = [],
}: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const home = await settlePostgresHome(dataFolder)
  const binaries = await findPostgresBinaries(home.account, home.copiesFolder)
  if (!(await isCluster(home))) await createCluster(home, binaries)
  const { port, isJoined } = await joinOrStart(home, binaries, settings)
  await notePort(home, port)
  const url = postgresUrl(home, port, DATABASE)
  await ensureDatabase(postgresUrl(home, port, 'postgres'))
  return {
    url,
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
  const deadline = performance.now() + REFUSED_FOR_MS
  for (;;) {
    const running = await findRunning(home)
    if (running !== null) return { port: running, isJoined: true }
    const started = await start(home, binaries, settings)
    if (started !== null) return { port: started, isJoined: false }
    if (performance.now() > deadline) throw await refused(home)
    await delay(200)
  }
}

/** The port of a server that already runs on this cluster, once it answers; null where none does. */
async function findRunning(home: PostgresHome): Promise<number | null> {
  const deadline = performance.now() + RECOVERY_MS
  while (performance.now() < deadline) {
    const postmaster = await readPostmaster(home)
    if (postmaster === null) return null
    const answer = await askPostmaster(home, postmaster.port)
    if (answer !== 'starting') return answer === 'ours' ? postmaster.port : null
    await delay(STEP_MS * 10)
  }
  throw await refused(home)
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
    // in a session of its own: Ctrl-C and SIGTERM are for the shop, which stops PostgreSQL last
    const child = spawn(binaries.postgres, ['-D', home.clusterFolder, '-p', String(port), ...options], {
      ...asAccount(home.account),
      cwd: '/',
      env: POSTGRES_ENVIRONMENT,
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    await once(child, 'spawn')
    const isReady = await becomesReady(home, child)
    child.unref()
    return isReady ? port : null
  } finally {
    await log.close()
  }
}

async function becomesReady(home: PostgresHome, child: ChildProcess): Promise<boolean> {
  const deadline = performance.now() + RECOVERY_MS
  while (child.exitCode === null && child.signalCode === null) {
    const postmaster = await readPostmaster(home)
    if (postmaster?.pid === child.pid && postmaster?.isReady === true) return true
    if (performance.now() > deadline) throw await refused(home)
    await delay(STEP_MS)
  }
  return false
}

function logFile(home: PostgresHome): string {
  return join(home.dataFolder, 'postgres.log')
}

/** Kept from one start to the next, so that a failed one can be looked into; begun anew where it has grown. */
async function openLog(home: PostgresHome): Promise<FileHandle> {
  const { size } = await stat(logFile(home)).catch(() => ({ size: 0 }))
  return open(logFile(home), size > LOG_MAX_BYTES ? 'w' : 'a', 0o600)
}

async function refused(home: PostgresHome): Promise<Error> {
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
      if (codeOf(error) !== DUPLICATE_DATABASE && codeOf(error) !== UNIQUE_VIOLATION) throw error // a first start beside ours
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
    if (!(await isLeftAlone(url))) return 'in use'
  } catch (error) {
    if (isUnreachable(error)) return 'stopped' // somebody else was faster
    throw error
  }
  // 'smart' waits for whoever came in this moment; then it stops when they leave
  const child = spawn(
    binaries.pgCtl,
    ['stop', '--pgdata', home.clusterFolder, '--mode=smart', '--timeout', String(LEAVE_MS / 1000)],
    { ...asAccount(home.account), env: POSTGRES_ENVIRONMENT, cwd: '/', stdio: 'ignore' },
  )
  const [status] = (await once(child, 'close')) as [number | null]
  return status === 0 ? 'stopped' : 'in use'
}

/** Connections closed just now take a moment to go. */
async function isLeftAlone(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const deadline = performance.now() + GOING_MS
    for (;;) {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      if (rowCount === 0) return true
      if (performance.now() > deadline) return false
      await delay(STEP_MS * 2)
    }
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
