import pg from 'pg'
import { isTransactionPooled } from './detect-pooler.ts'

/** What a database holds of an edition. */
export interface StoredEdition {
  readonly edition: string
  readonly orders: number
  readonly freeKeys: number
}

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
  /** Every edition that has orders or free keys. */
  readonly editions: readonly StoredEdition[]
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
    const { rows } = await client.query<{
      version: string
      number: string
      stamped: boolean
      counted: boolean
    }>(
      `select current_setting('server_version') as version, current_setting('server_version_num') as number,
         to_regclass('installation') is not null as stamped,
         to_regclass('order_counts') is not null as counted`,
    )
    const [row] = rows
    if (row === undefined) throw new Error('expected the version of the database, got no row')
    return {
      version: row.version,
      versionNumber: Number(row.number),
      profile: row.stamped ? await profileOf(client) : null,
      isTransactionPooled: await isTransactionPooled(url),
      nextIndexes: row.stamped ? await nextIndexesOf(client) : new Map(),
      editions: row.counted ? await editionsOf(client) : [],
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

/** From the kept counts, which cost the same however many orders and keys there are. */
async function editionsOf(client: pg.Client): Promise<readonly StoredEdition[]> {
  const { rows } = await client.query<{ edition: string; orders: string; free: string }>(
    `select edition, sum(orders) as orders, sum(free) as free from (
       select edition, orders, 0 as free from order_counts
       union all
       select edition, 0, change from key_counts where status = 'available'
     ) counts
     group by edition having sum(orders) > 0 or sum(free) > 0 order by edition`,
  )
  return rows.map(({ edition, orders, free }) => ({
    edition,
    orders: Number(orders),
    freeKeys: Number(free),
  }))
}

async function profileOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ profile: string }>('select profile from installation')
  return rows[0]?.profile ?? null
}
