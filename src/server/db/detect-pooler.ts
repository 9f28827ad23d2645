import pg from 'pg'

/**
 * Whether the URL leads to a connection pooler in transaction mode. Advisory locks and LISTEN belong to a session and
 * would silently end up in another client's session there.
 */
export async function isTransactionPooled(url: string): Promise<boolean> {
  const [one, other] = [client(url), client(url)]
  try {
    await one.connect()
    const before = await backendOf(one)
    await other.connect()
    // while the other client holds a server connection, a pooler assigns the first client a different one
    await other.query('begin')
    const others = await backendOf(other)
    const after = await backendOf(one)
    await other.query('rollback')
    return others === before || after !== before
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

function client(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: 'keyhold check',
    connectionTimeoutMillis: 5_000,
  })
}

async function backendOf(one: pg.Client): Promise<number | undefined> {
  const { rows } = await one.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
