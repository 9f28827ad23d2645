import type pg from 'pg'
import type { WaitLimits } from './wait-limits.ts'

/** Which PostgreSQL a connection leads to, and since when it has run. */
export interface ServerIdentity {
  /** Of the cluster: its copies, such as standbys, have the same. */
  readonly systemId: string
  /** Increases whenever a standby is promoted or a backup is recovered. */
  readonly timeline: number
  /** When the server started, as text. */
  readonly startedAt: string
  /** The process of this connection, also behind a pooler. */
  readonly pid: number
  /** Whether a commit waits for a standby. */
  readonly isSynchronous: boolean
}

/** Whether two connections lead to one server that has not been restarted in between. */
export function isSameServer(one: ServerIdentity, other: ServerIdentity): boolean {
  return (
    one.systemId === other.systemId && one.timeline === other.timeline && one.startedAt === other.startedAt
  )
}

/** The server is a standby, or was made read-only: it is not the one that takes orders. */
class ReadOnlyServerError extends Error {
  /** SQLSTATE read_only_sql_transaction. */
  readonly code = '25006'
  constructor() {
    super('the database server is read-only: it is a standby, and none of the hosts is the primary now')
    this.name = 'ReadOnlyServerError'
  }
}

/** What makes PostgreSQL notice a client that is gone, and free its locks. */
const CLIENT_IS_GONE = {
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '10000',
  client_connection_check_interval: '2000',
}

interface Greeting {
  readonly system_id: string
  readonly timeline: number | null
  readonly started_at: string
  readonly pid: number
  readonly is_synchronous: boolean
  readonly is_read_only: boolean
}

/**
 * Sets the limits of a new session and learns which server it is. The settings are a statement and not part of the
 * connection's start, which poolers change or refuse.
 *
 * @throws {ReadOnlyServerError} if nothing can be written there.
 */
export async function greetServer(client: pg.Client, limits: WaitLimits): Promise<ServerIdentity> {
  const settings = Object.entries({
    lock_timeout: String(limits.lockMs),
    idle_in_transaction_session_timeout: String(limits.idleInTransactionMs),
    statement_timeout: String(limits.statementMs),
    ...CLIENT_IS_GONE,
  })
  const { rows } = await client.query<Greeting>(
    `select s.*, g.* from (select count(set_config(name, value, false)) from unnest($1::text[], $2::text[]) s (name, value)) s,
      lateral (select (pg_control_system()).system_identifier::text as system_id,
        case when not pg_is_in_recovery()
          then ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int end as timeline,
        pg_postmaster_start_time()::text as started_at, pg_backend_pid() as pid,
        current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') not in ('off', 'local') as is_synchronous,
        current_setting('transaction_read_only') = 'on' as is_read_only) g`,
    [settings.map(([name]) => name), settings.map(([, value]) => value)],
  )
  const [row] = rows
  if (row === undefined) throw new Error('expected the server to say which one it is, got no row')
  if (row.is_read_only || row.timeline === null) throw new ReadOnlyServerError()
  return {
    systemId: row.system_id,
    timeline: row.timeline,
    startedAt: row.started_at,
    pid: row.pid,
    isSynchronous: row.is_synchronous,
  }
}
