import pg from 'pg'
import { codeOf } from './error-code.ts'
import { isSameServer, type ServerIdentity } from './server-identity.ts'
import { socketOf } from './socket-of.ts'
import { splitHosts } from './split-hosts.ts'
import { OVERDUE_MS, PROBE_MS } from './wait-limits.ts'

/** A connection of this process, as what knows all of them sees it. */
export interface WatchedConnection {
  /** Null until it is known. */
  readonly identity: ServerIdentity | null
  /** The URL of the host it leads to. */
  readonly hostUrl: string
  /** Whether an answer is awaited. */
  readonly isWaiting: boolean
  query(text: string): Promise<unknown>
  /** Destroys the connection: what waits for an answer fails with the error. */
  cut(error: Error): void
}

/** What this process knows of the servers behind one database URL, and its connections to them. */
export interface DatabaseServer {
  /** The URL of the primary's host. Of several hosts it is asked for, and remembered until a connection to it fails. */
  primaryUrl(): Promise<string>
  /** A connection failed or broke: the primary may be another host now. */
  forgetPrimary(): void
  add(connection: WatchedConnection): void
  remove(connection: WatchedConnection): void
  /** Whether the server still works on what a connection waits for; false if it cannot be asked. */
  isWorkingFor(connection: WatchedConnection): Promise<boolean>
  /** One connection turned out to be dead: the others are asked for an answer, and destroyed without one. */
  checkOthers(): void
  /** Destroys the connections to other servers than this one. */
  cutOthers(kept: ServerIdentity, error: Error): void
}

/** None of several hosts is a primary that answers. */
class NoPrimaryError extends Error {
  /** SQLSTATE sqlclient_unable_to_establish_sqlconnection. */
  readonly code = '08001'
  /** @param states of the hosts, in the order of the URL. Messages name no address. */
  constructor(states: readonly string[]) {
    const told = states.map((state, at) => `host ${String(at + 1)} ${state}`).join(', ')
    super(`none of the hosts of DATABASE_URL takes orders: ${told}`)
    this.name = 'NoPrimaryError'
  }
}

/** An answer is overdue, and the server does not work on it: it has been lost, or the server is gone. */
export class AnswerOverdueError extends Error {
  /** SQLSTATE connection_failure. */
  readonly code = '08006'
  constructor() {
    super('the database did not answer in time; the connection is closed')
    this.name = 'AnswerOverdueError'
  }
}

const servers = new Map<string, DatabaseServer>()

/** The servers behind a URL. All connections of the process with the same URL share what is known of them. */
export function serverOf(url: string): DatabaseServer {
  const known = servers.get(url)
  if (known !== undefined) return known
  const made = createServer(url)
  servers.set(url, made)
  return made
}

function createServer(url: string): DatabaseServer {
  const hosts = splitHosts(url) ?? [url]
  const connections = new Set<WatchedConnection>()
  const probes = new Map<string, Promise<ReadonlySet<number>>>()
  let primary: Promise<string> | null = null

  /** The processes of a host that are working; asked once for all who want to know at the same time. */
  const workingOn = (hostUrl: string): Promise<ReadonlySet<number>> => {
    const asked = probes.get(hostUrl)
    if (asked !== undefined) return asked
    const asking = askForWorking(hostUrl).finally(() => probes.delete(hostUrl))
    probes.set(hostUrl, asking)
    return asking
  }
  const ping = async (connection: WatchedConnection) => {
    const late = setTimeout(() => {
      connection.cut(new AnswerOverdueError())
    }, PROBE_MS)
    // a query that fails has ended the connection
    await connection.query('select').catch(() => undefined)
    clearTimeout(late)
  }

  return {
    primaryUrl() {
      const [only] = hosts
      if (hosts.length === 1 && only !== undefined) return Promise.resolve(only)
      if (primary === null) {
        const finding = findPrimary(hosts)
        primary = finding
        finding.catch(() => {
          if (primary === finding) primary = null
        })
      }
      return primary
    },
    forgetPrimary() {
      primary = null
    },
    add: (connection) => connections.add(connection),
    remove: (connection) => connections.delete(connection),
    async isWorkingFor({ identity, hostUrl }) {
      return identity !== null && (await workingOn(hostUrl)).has(identity.pid)
    },
    checkOthers() {
      for (const connection of connections) if (!connection.isWaiting) void ping(connection)
    },
    cutOthers(kept, error) {
      for (const connection of connections)
        if (connection.identity !== null && !isSameServer(connection.identity, kept)) connection.cut(error)
    },
  }
}

function openProbe(hostUrl: string): pg.Client {
  const client = new pg.Client({
    connectionString: hostUrl,
    application_name: 'keyhold probe',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  client.on('error', () => undefined)
  return client
}

async function askForWorking(hostUrl: string): Promise<ReadonlySet<number>> {
  const client = openProbe(hostUrl)
  try {
    await client.connect()
    // where activities are not tracked, a process counts as working
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where usename = current_user and state in ('active', 'disabled')`,
    )
    return new Set(rows.map(({ pid }) => pid))
  } catch {
    return new Set()
  } finally {
    closeProbe(client)
  }
}

/** Does not wait for the server, which may not answer. */
function closeProbe(client: pg.Client): void {
  void client.end()
  setTimeout(() => socketOf(client).destroy(), OVERDUE_MS).unref()
}

/** What a host of a database URL answers now. */
export interface HostState {
  readonly url: string
  /** Of its PostgreSQL cluster; null if it does not answer. */
  readonly systemId: string | null
  /** Null if it takes no orders, or does not answer. */
  readonly timeline: number | null
  /** For people, without an address: `'is read-only'`. */
  readonly state: string
}

/** Asks all hosts of a database URL, in its order. */
export async function askHosts(url: string): Promise<readonly HostState[]> {
  return Promise.all((splitHosts(url) ?? [url]).map(askForRole))
}

/** Of several that answer, as after a failover whose old primary came back, the one with the newest timeline. */
async function findPrimary(hosts: readonly string[]): Promise<string> {
  const states = await Promise.all(hosts.map(askForRole))
  const [newest] = states
    .filter(({ timeline }) => timeline !== null)
    .sort((one, other) => (other.timeline ?? 0) - (one.timeline ?? 0))
  if (newest === undefined) throw new NoPrimaryError(states.map(({ state }) => state))
  return newest.url
}

async function askForRole(url: string): Promise<HostState> {
  const client = openProbe(url)
  try {
    await client.connect()
    const { rows } = await client.query<{
      system_id: string
      timeline: number | null
      is_read_only: boolean
    }>(
      `select (pg_control_system()).system_identifier::text as system_id, case when not pg_is_in_recovery()
          then ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline,
        current_setting('transaction_read_only') = 'on' as is_read_only`,
    )
    const [row] = rows
    const systemId = row?.system_id ?? null
    if (row === undefined || row.timeline === null || row.is_read_only)
      return { url, systemId, timeline: null, state: 'is read-only' }
    return { url, systemId, timeline: row.timeline, state: 'is the primary' }
  } catch (error) {
    return { url, systemId: null, timeline: null, state: `does not answer (${reasonOf(error)})` }
  } finally {
    closeProbe(client)
  }
}

function reasonOf(error: unknown): string {
  const code = codeOf(error)
  return code === '' ? 'no answer in time' : code
}
