import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { typeReaders } from './database.ts'

/** A dedicated connection for features bound to a session: advisory locks and LISTEN. Never through a pooler in transaction mode. */
export interface Session {
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  onNotification(callback: (payload: string) => void): void
  /** Resolves when the connection has ended for any reason; never rejects. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

const HEARTBEAT_MS = 5_000
const RESPONSE_TIMEOUT_MS = 5_000
/** Makes PostgreSQL detect a dead client within seconds; otherwise it would keep its locks for hours. */
const KEEPALIVES =
  "set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3; set tcp_user_timeout = '10s'"

/**
 * Opens a session. A heartbeat detects a server that no longer responds within ten seconds. While statements are answered,
 * as the leader's are, it asks nothing.
 *
 * @param purpose shown in pg_stat_activity, such as `'leader'`.
 */
export async function openSession(url: string, purpose: string): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `keyhold ${purpose}`,
    types: typeReaders,
    connectionTimeoutMillis: RESPONSE_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  })
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve)
    // a broken connection ends the session; its owner sees that by `ended`
    client.on('error', () => {
      resolve()
    })
  })
  await client.connect()
  await client.query(KEEPALIVES)
  let unanswered = 0
  let hasAnswered = false
  const heartbeat = setInterval(() => {
    if (!hasAnswered || unanswered > 0) void checkConnection(client)
    hasAnswered = false
  }, HEARTBEAT_MS)
  void ended.then(() => {
    clearInterval(heartbeat)
  })
  return {
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
      unanswered += 1
      try {
        const { rows } = await client.query<Row>(text, [...values])
        hasAnswered = true
        return rows
      } finally {
        unanswered -= 1
      }
    },
    onNotification: (callback) => {
      client.on('notification', ({ payload = '' }) => {
        callback(payload)
      })
    },
    ended,
    close: async () => {
      clearInterval(heartbeat)
      await Promise.race([client.end(), delay(1_000, undefined, { ref: false })])
    },
  }
}

async function checkConnection(client: pg.Client): Promise<void> {
  const cut = setTimeout(() => {
    destroy(client)
  }, RESPONSE_TIMEOUT_MS)
  try {
    await client.query('select')
  } catch {
    destroy(client) // resolves `ended`
  } finally {
    clearTimeout(cut)
  }
}

/** Closes the stream of a connection, since pg cannot drop one that does not respond. */
function destroy(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
