import pg from 'pg'
import { isTransactionPooled } from './detect-pooler.ts'

/** What stands in a database, without changing anything in it. */
export interface DatabaseReport {
  /** `'18.4'`. */
  readonly version: string
  /** Such as 180004. */
  readonly versionNumber: number
  /** The profile it is stamped with; null before its first start. */
  readonly profile: string | null
  /** A pooler before it hands out connections by transaction. */
  readonly isTransactionPooled: boolean
  /** The index the next order of an extended public key would get, by its fingerprint; one that is missing was never used here. */
  readonly nextIndexes: ReadonlyMap<string, number>
}

/** Looks into a database. @throws what pg throws where it cannot be reached or lets nobody in. */
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
