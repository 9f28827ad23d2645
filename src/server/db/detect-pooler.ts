import pg from 'pg'
import { serverOf } from './database-server.ts'
import { WAIT_LIMITS } from './wait-limits.ts'

/**
 * Whether the URL leads to a connection pooler in transaction mode. Advisory locks and LISTEN belong to a session and
 * would silently end up in another client's session there.
 */
export async function isTransactionPooled(url: string): Promise<boolean> {
  const hostUrl = await serverOf(url).primaryUrl()
  const [one, other] = [client(hostUrl), client(hostUrl)]
  try {
    await Promise.all([one.connect(), other.connect()])
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) if (await areMixed(one, other)) return true
    return false
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

/** Clients of a shop that runs may take a server connection between two queries of ours. */
const ATTEMPTS = 5

/** While the other client holds a server connection, such a pooler assigns the first client a different one. */
async function areMixed(one: pg.Client, other: pg.Client): Promise<boolean> {
  const before = await backendOf(one)
  await other.query('begin')
  const others = await backendOf(other)
  const after = await backendOf(one)
  await other.query('rollback')
  return others === before || after !== before
}

/** Not the shop's class: what that one sets would stay in sessions of a pooler's other clients. */
function client(url: string): pg.Client {
  const made = new pg.Client({
    connectionString: url,
    application_name: 'keyhold check',
    connectionTimeoutMillis: WAIT_LIMITS.session.connectMs,
    query_timeout: WAIT_LIMITS.session.statementMs,
  })
  // the query that is asked next fails
  made.on('error', () => undefined)
  return made
}

async function backendOf(one: pg.Client): Promise<number | undefined> {
  const { rows } = await one.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
