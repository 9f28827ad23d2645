import type pg from 'pg'
import type { Admit } from './database.ts'
import { openClient, type ShopClient } from './shop-client.ts'

/** A dedicated connection for features bound to a session: advisory locks and LISTEN. Never through a pooler in transaction mode. */
export interface Session {
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  onNotification(callback: (payload: string) => void): void
  /** Resolves when the connection has ended for any reason; never rejects. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

const HEARTBEAT_MS = 5_000

/**
 * Opens a session. Every few seconds it asks for an answer, since nothing else would notice a server that no longer
 * responds; while statements are answered, as the leader's are, it asks nothing.
 *
 * @param purpose shown in pg_stat_activity, such as `'leader'`.
 * @param admit resolves once the connection may be used; one that it rejects is closed.
 */
export async function openSession(url: string, purpose: string, admit?: Admit): Promise<Session> {
  const client = await openClient({ url, kind: 'session', name: `keyhold ${purpose}` })
  try {
    await admit?.(client)
  } catch (error) {
    await client.end()
    throw error
  }
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  let hasAnswered = false
  const heartbeat = setInterval(() => {
    if (!hasAnswered && !client.isWaiting) askForAnswer(client)
    hasAnswered = false
  }, HEARTBEAT_MS)
  void ended.then(() => {
    clearInterval(heartbeat)
  })
  return {
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) => {
      const { rows } = await client.query<Row>(text, [...values])
      hasAnswered = true
      return rows
    },
    onNotification: (callback) => {
      client.on('notification', ({ payload = '' }) => {
        callback(payload)
      })
    },
    ended,
    close: async () => {
      clearInterval(heartbeat)
      await client.end()
    },
  }
}

/** A query that fails has ended the connection, which its owner sees by `ended`. */
function askForAnswer(client: ShopClient): void {
  client.query('select').catch(() => undefined)
}
