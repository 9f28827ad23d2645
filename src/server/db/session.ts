import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { typeReaders } from './database.ts'

/** One connection of its own, for what belongs to a session: advisory locks, LISTEN. Never through a pooler by transaction. */
export interface Session {
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  onNotification(callback: (payload: string) => void): void
  /** Ends when the connection does, whoever ended it; never fails. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

const HEARTBEAT_MS = 5_000
const ANSWER_WITHIN_MS = 5_000
/** So that PostgreSQL, too, notices a dead peer within seconds: it would keep its locks for hours. Source: design section 3, "Leader". */
const KEEPALIVES =
  "set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 2; set tcp_keepalives_count = 3; set tcp_user_timeout = '10s'"

/**
 * Opens a session. A peer that is gone without a word is noticed by a heartbeat within ten seconds.
 *
 * @param purpose for pg_stat_activity: `'leader'`.
 */
export async function openSession(url: string, purpose: string): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `keyhold ${purpose}`,
    types: typeReaders,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  })
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve)
    // what breaks a connection also ends the session; `ended` is how its owner hears of it
    client.on('error', () => {
      resolve()
    })
  })
  await client.connect()
  await client.query(KEEPALIVES)
  const heartbeat = setInterval(() => void beat(client), HEARTBEAT_MS)
  void ended.then(() => {
    clearInterval(heartbeat)
  })
  return {
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
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

async function beat(client: pg.Client): Promise<void> {
  const cut = setTimeout(() => {
    destroy(client)
  }, ANSWER_WITHIN_MS)
  try {
    await client.query('select')
  } catch {
    destroy(client) // `ended` tells the owner
  } finally {
    clearTimeout(cut)
  }
}

/** pg offers no way to drop a connection that does not answer; its stream does. */
function destroy(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
