import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { asAccount } from './postgres-account.ts'
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts'
import { makePrivateFolder, notePort, settlePostgresHome, type PostgresHome } from './postgres-home.ts'

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

const USER = 'keyhold'
const DATABASE = 'keyhold'
/** A start right after a crash may be refused while the system still holds remains of the old process. */
const REFUSED_FOR_MS = 10_000
/** A start that replays a long log takes its time. */
const RECOVERY_MS = 120_000
const LEAVE_MS = 3_000
const STEP_MS = 10

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
  const url = urlOf(home, port, DATABASE)
  await ensureDatabase(urlOf(home, port, 'postgres'))
  return {
    url,
    isJoined,
    runsAs: home.account?.name ?? null,
    clusterFolder: home.clusterFolder,
    stop: () => stopWhenUnused(home, binaries, url),
  }
}

function urlOf(home: PostgresHome, port: number, database: string): string {
  return `postgres://${USER}:${home.password}@127.0.0.1:${String(port)}/${database}`
}

async function isCluster(home: PostgresHome): Promise<boolean> {
  try {
    await stat(join(home.clusterFolder, 'PG_VERSION'))
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw new Error(
      `expected to enter ${home.clusterFolder}; start Keyhold as the user who started it first`,
      { cause: error },
    )
  }
}

/** Made aside and renamed, so that a cut leaves nothing half, and of two first starts one wins. */
async function createCluster(home: PostgresHome, binaries: PostgresBinaries): Promise<void> {
  const draft = `${home.clusterFolder}.new.${String(process.pid)}`
  await rm(draft, { recursive: true, force: true })
  await makePrivateFolder(draft, home.account)
  const cluster = join(draft, 'cluster')
  const passwordFile = join(draft, 'password')
  try {
    await writeFile(passwordFile, home.password, { mode: 0o600 })
    if (home.account !== null) await chown(passwordFile, home.account.uid, home.account.gid)
    await runInitdb(home, binaries, cluster, passwordFile)
    await rename(cluster, home.clusterFolder)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function runInitdb(
  home: PostgresHome,
  binaries: PostgresBinaries,
  cluster: string,
  passwordFile: string,
): Promise<void> {
  const child = spawn(
    binaries.initdb,
    [
      `--pgdata=${cluster}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ],
    { ...asAccount(home.account), env: childEnvironment(), cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const [status] = (await once(child, 'close')) as [number | null]
  if (status !== 0)
    throw new Error(`PostgreSQL could not create its database: ${complaint.trim().slice(-500)}`)
}

/** Nothing of ours: settings hold secrets, and other users may read a process's environment. */
function childEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
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
    const answer = await ask(home, postmaster.port)
    if (answer !== 'starting') return answer === 'ours' ? postmaster.port : null
    await delay(STEP_MS * 10)
  }
  throw await refused(home)
}

/** What postmaster.pid says: pid, folder, start, port, socket folder, address, shared memory, state; a line each. */
async function readPostmaster(
  home: PostgresHome,
): Promise<{ pid: number; port: number; isReady: boolean } | null> {
  let lines: string[]
  try {
    lines = (await readFile(join(home.clusterFolder, 'postmaster.pid'), 'utf8')).split('\n')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
  const port = Number(lines[3])
  if (!(port > 0)) return null
  return { pid: Number(lines[0]), port, isReady: lines[7]?.startsWith('ready') ?? false }
}

/** Whether the server at a port is this cluster's: after a crash another program may hold the port the file names. */
async function ask(home: PostgresHome, port: number): Promise<'ours' | 'starting' | 'none'> {
  const client = new pg.Client({
    connectionString: urlOf(home, port, 'postgres'),
    connectionTimeoutMillis: 5000,
  })
  // a server that ends while we ask is an answer too, given by the query
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    const folder = rows[0]?.data_directory
    return folder !== undefined && (await realpath(folder)) === (await realpath(home.clusterFolder))
      ? 'ours'
      : 'none'
  } catch (error) {
    return codeOf(error) === CANNOT_CONNECT_NOW ? 'starting' : 'none'
  } finally {
    await client.end()
  }
}

async function start(
  home: PostgresHome,
  binaries: PostgresBinaries,
  settings: readonly string[],
): Promise<number | null> {
  const port = await freePort(home.lastPort ?? 0)
  const options = [...SETTINGS, ...settings].flatMap((setting) => ['-c', setting])
  const log = await open(logFile(home), 'w', 0o600)
  try {
    // in a session of its own: Ctrl-C and SIGTERM are for the shop, which stops PostgreSQL last
    const child = spawn(binaries.postgres, ['-D', home.clusterFolder, '-p', String(port), ...options], {
      ...asAccount(home.account),
      cwd: '/',
      env: childEnvironment(),
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
  const others = await withClient(url, async (client) => {
    const { rows } = await client.query<{ others: string }>(
      `select count(*) as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    return Number(rows[0]?.others)
  })
  if (others > 0) return 'in use'
  // 'smart' waits for whoever came in this moment; then it stops when they leave
  const child = spawn(
    binaries.pgCtl,
    ['stop', '--pgdata', home.clusterFolder, '--mode=smart', '--timeout', String(LEAVE_MS / 1000)],
    { ...asAccount(home.account), env: childEnvironment(), cwd: '/', stdio: 'ignore' },
  )
  const [status] = (await once(child, 'close')) as [number | null]
  return status === 0 ? 'stopped' : 'in use'
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

const CANNOT_CONNECT_NOW = '57P03'
const DUPLICATE_DATABASE = '42P04'
const UNIQUE_VIOLATION = '23505'

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
