import pg from 'pg'
import { isTransactionPooled } from './detect-pooler.ts'

/** Facts about a database, read without changing anything in it. */
export interface DatabaseReport {
  /** `'18.4'`. */
  readonly version: string
  /** Such as 180004. */
  readonly versionNumber: number
  /** The profile stored in it; null before the first start. */
  readonly profile: string | null
  /** Whether the URL leads to a connection pooler in transaction mode. */
  readonly isTransactionPooled: boolean
  /** The address index of the next order, by the fingerprint of the extended public key; no entry if the key was never used here. */
  readonly nextIndexes: ReadonlyMap<string, number>
}

/** Inspects a database. @throws the error of pg if it cannot be reached or rejects the login. */
export async function inspectDatabase(url: string): Promise<DatabaseReport> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'keyhold check',
    connectionTimeoutMillis: 5_000,
  })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string; number: string; stamped: boolean }>(
      `select current_setting('server_version') as version, current_setting('server_version_num') as number,
         to_regclass('installation') is not null as stamped`,
    )
    const [row] = rows
    if (row === undefined) throw new Error('expected the version of the database, got no row')
    return {
      version: row.version,
      versionNumber: Number(row.number),
      profile: row.stamped ? await profileOf(client) : null,
      isTransactionPooled: await isTransactionPooled(url),
      nextIndexes: row.stamped ? await nextIndexesOf(client) : new Map(),
    }
  } finally {
    await client.end()
  }
}

async function nextIndexesOf(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ fingerprint: string; next_index: number }>(
    'select fingerprint, next_index from wallets',
  )
  return new Map(rows.map((row) => [row.fingerprint, row.next_index]))
}

async function profileOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ profile: string }>('select profile from installation')
  return rows[0]?.profile ?? null
}
