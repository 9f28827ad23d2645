import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { appendFile, chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { POSTGRES_ENVIRONMENT } from '#server/db/create-cluster.ts'
import { freePort } from '#server/db/free-port.ts'
import { accountForPostgres, asAccount, type PostgresAccount } from '#server/db/postgres-account.ts'
import { findPostgresBinaries } from '#server/db/postgres-binaries.ts'
import { createPrivateFolder } from '#server/db/postgres-home.ts'
import { until } from '#test/until.ts'
import { copyDataFolder, writeOwn } from './data-folder.ts'
import { freezeTree, isRunning, killTree, thawTree, whenWeExit } from './process-tree.ts'

/** The programs of one release of PostgreSQL, and the user they run as. */
export interface PostgresPrograms {
  readonly postgres: string
  readonly initdb: string
  readonly account: PostgresAccount
}

/** Settings of a server; a value with spaces or commas needs no quotes. */
export type PostgresSettings = Readonly<Record<string, string>>

/** A PostgreSQL of its own, with a data folder and a port that it keeps over its restarts. */
export interface PostgresServer {
  readonly port: number
  readonly folder: string
  /** The shop's database at this server, whatever its role. */
  readonly url: string
  /** Of the first process, from the last start on. */
  readonly pid: number
  /** Starts it and waits until it takes connections. */
  start(): Promise<void>
  /** Shuts it down in order ("fast"). */
  stop(): Promise<void>
  /** Ends all its processes at once. */
  kill(): Promise<void>
  /** Stops all its processes in their tracks, until {@link PostgresServer.thaw}. */
  freeze(): void
  thaw(): void
  isRunning(): boolean
  /** Replaces settings and reads them again if it runs. */
  configure(settings: PostgresSettings): Promise<void>
  /** Makes a standby the primary, and waits until it takes writes. */
  promote(): Promise<void>
  /** One statement over a connection of its own. */
  query<Row extends object>(statement: string): Promise<readonly Row[]>
  /**
   * Copies this server into a standby that has not been started.
   *
   * @param primaryPort where the standby finds its primary: this server, or a switch that leads to it.
   */
  copyAsStandby(name: string, primaryPort: number): Promise<PostgresServer>
  /** What it has logged. */
  log(): Promise<string>
  /** Ends it and removes its files. */
  remove(): Promise<void>
}

/** The password of the one role, on loopback and for as long as a test runs. */
const PASSWORD = 'failover'
const ROLE = 'keyhold'
const DATABASE = 'keyhold'
/** Of one statement of a test; a promotion takes the longest. */
const ANSWER_WITHIN_MS = 70_000

/**
 * Kills are of processes, so what was written survives without fsync. A standby notices a silent primary and a primary a
 * silent standby after five seconds; PostgreSQL's own limit is a minute.
 */
const SETTINGS: PostgresSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '32MB',
  jit: 'off',
  huge_pages: 'off',
  fsync: 'off',
  wal_level: 'replica',
  max_wal_senders: '8',
  wal_keep_size: '512MB',
  min_wal_size: '32MB',
  hot_standby: 'on',
  wal_log_hints: 'on',
  wal_sender_timeout: '5s',
  wal_receiver_timeout: '5s',
  wal_receiver_status_interval: '1s',
  wal_retrieve_retry_interval: '500ms',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] %q%a ',
}

/** The embedded PostgreSQL of npm, and the user of this machine that it may run as. */
export async function embeddedPrograms(): Promise<PostgresPrograms> {
  const account = accountForPostgres(join(tmpdir(), 'keyhold-none'))
  const copies = await publicFolder('keyhold-programs-')
  const { postgres, initdb } = await findPostgresBinaries(account, copies)
  // it is needed only where the installed folder is not accessible to the account
  if (!postgres.startsWith(copies)) await rm(copies, { recursive: true })
  return { postgres, initdb, account }
}

/** The newest PostgreSQL that Debian's packages have installed on this machine; null if there is none. */
export function debianPrograms(): PostgresPrograms | null {
  const root = '/usr/lib/postgresql'
  const releases = existsSync(root) ? readdirSync(root).map(Number) : []
  const bin = join(root, String(Math.max(0, ...releases)), 'bin')
  if (!existsSync(join(bin, 'postgres'))) return null
  const account = accountForPostgres(join(tmpdir(), 'keyhold-none'))
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), account }
}

/** Creates a server with an empty database and starts it. */
export async function startPrimary(
  programs: PostgresPrograms,
  settings: PostgresSettings = {},
): Promise<PostgresServer> {
  const home = await createHome('primary', programs)
  const passwordFile = join(home, 'password')
  await writeOwn(passwordFile, PASSWORD, programs.account)
  runProgram(programs, programs.initdb, [
    ...[`--pgdata=${join(home, 'data')}`, `--username=${ROLE}`, `--pwfile=${passwordFile}`],
    ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'],
  ])
  const server = await openServer(home, programs, settings)
  await appendFile(join(server.folder, 'postgresql.conf'), `include 'cluster.conf'\n`)
  await server.configure({})
  await server.start()
  await ask(urlOf(server.port, 'postgres'), `create database ${DATABASE}`)
  return server
}

async function openServer(
  home: string,
  programs: PostgresPrograms,
  ownSettings: PostgresSettings,
): Promise<PostgresServer> {
  const folder = join(home, 'data')
  const port = await freePort()
  const url = urlOf(port, DATABASE)
  let settings: PostgresSettings = { ...SETTINGS, ...ownSettings, port: String(port) }
  let child: ChildProcess | null = null
  const pid = () => child?.pid ?? 0
  const runs = () => child !== null && isRunning(pid())
  whenWeExit(() => {
    if (runs()) process.kill(pid(), 'SIGQUIT')
  })
  const server: PostgresServer = {
    port,
    folder,
    url,
    get pid() {
      return pid()
    },
    async start() {
      const log = await open(join(home, 'log'), 'a')
      child = spawn(programs.postgres, ['-D', folder], {
        ...asAccount(programs.account),
        cwd: '/',
        env: POSTGRES_ENVIRONMENT,
        // a signal to the group of the test is not one to the server
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      })
      await once(child, 'spawn')
      await log.close()
      await until(async () => !runs() || (await answers(urlOf(port, 'postgres'))), { what: 'a PostgreSQL' })
      if (!runs()) throw new Error(`expected PostgreSQL to start, it logged:\n${await server.log()}`)
    },
    async stop() {
      await endWith('SIGINT')
    },
    async kill() {
      if (runs()) await killTree(pid())
    },
    freeze: () => freezeTree(pid()),
    thaw: () => thawTree(pid()),
    isRunning: runs,
    async configure(changes) {
      settings = { ...settings, ...changes }
      const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
      await writeOwn(join(folder, 'cluster.conf'), lines.join(''), programs.account)
      if (runs()) child?.kill('SIGHUP')
    },
    async promote() {
      await server.query('select pg_promote(true, 60)')
      await until(async () => !(await isInRecovery(server)), { what: 'the promotion' })
    },
    query: (statement) => ask(url, statement),
    async copyAsStandby(name, primaryPort) {
      const standbyHome = await createHome(name, programs)
      const session = new pg.Client({ connectionString: url })
      await session.connect()
      try {
        await copyDataFolder(session, folder, join(standbyHome, 'data'), programs.account)
      } finally {
        await session.end()
      }
      const standby = await openServer(standbyHome, programs, {
        ...ownSettings,
        synchronous_standby_names: '',
        primary_conninfo: `host=127.0.0.1 port=${String(primaryPort)} user=${ROLE} password=${PASSWORD} application_name=${name} connect_timeout=3`,
      })
      await writeOwn(join(standby.folder, 'standby.signal'), '', programs.account)
      await standby.configure({})
      return standby
    },
    log: () => readFile(join(home, 'log'), 'utf8'),
    async remove() {
      await server.kill()
      await rm(dirname(home), { recursive: true, force: true })
    },
  }
  async function endWith(signal: NodeJS.Signals): Promise<void> {
    if (child === null || !runs()) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  return server
}

/** A folder of its own for the data folder and the log, which the account may enter. */
async function createHome(name: string, programs: PostgresPrograms): Promise<string> {
  const outer = await publicFolder(`keyhold-${name}-`)
  const home = join(outer, 'home')
  await createPrivateFolder(home, programs.account)
  return home
}

async function publicFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix))
  await chmod(folder, 0o755)
  return folder
}

function urlOf(port: number, database: string): string {
  return `postgres://${ROLE}:${PASSWORD}@127.0.0.1:${String(port)}/${database}`
}

function runProgram({ account }: PostgresPrograms, program: string, words: readonly string[]): void {
  const { status, stderr } = spawnSync(program, words, {
    ...asAccount(account),
    cwd: '/',
    env: POSTGRES_ENVIRONMENT,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`expected ${program} to end well, it said:\n${stderr.slice(-1000)}`)
}

async function answers(url: string): Promise<boolean> {
  try {
    await ask(url, 'select 1')
    return true
  } catch {
    return false // it is starting
  }
}

async function ask<Row extends object>(url: string, statement: string): Promise<readonly Row[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: ANSWER_WITHIN_MS,
  })
  // a server that is killed meanwhile fails the query as well
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Row>(statement)).rows
  } finally {
    // a server that is frozen never says goodbye
    void client.end()
  }
}

/** Whether a server replays another one's log. */
async function isInRecovery(server: PostgresServer): Promise<boolean> {
  const [row] = await server.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  return row?.standby === true
}
