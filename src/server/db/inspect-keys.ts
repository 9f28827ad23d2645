import type pg from 'pg'

/** The keys that are sealed with one secret. */
export interface StoredKeysOfSecret {
  readonly secretId: string
  readonly keys: number
  /** Those that are neither sold nor retired. */
  readonly unsold: number
  /** Whether the secret was lost and given up. */
  readonly isAbandoned: boolean
  /** One of them, to try whether it can be read. */
  readonly sample: {
    readonly id: string
    readonly game_edition: string
    readonly sealed_key: Buffer
    readonly sealed_with: string
  }
}

/** What a database tells about the keys of the stock. */
export interface StoredKeys {
  /** Keys of an earlier release, still stored as text. */
  readonly plain: number
  readonly secrets: readonly StoredKeysOfSecret[]
  /** `installation.sealed_lookup_key`. */
  readonly sealedLookupKey: Buffer | null
}

/** Reads them from a database of any release; null from one of a release that stored keys as text. */
export async function inspectKeys(client: pg.Client): Promise<StoredKeys | null> {
  const { rows: has } = await client.query<{ sealed: boolean }>(
    `select to_regclass('key_secrets') is not null as sealed`,
  )
  if (has[0]?.sealed !== true) return null
  const { rows: stamps } = await client.query<{ sealed_lookup_key: Buffer | null }>(
    'select sealed_lookup_key from installation',
  )
  const { rows: plain } = await client.query<{ count: string }>('select count(*) from plain_keys')
  const { rows } = await client.query<{
    secretId: string
    keys: string
    unsold: string
    id: string
    isAbandoned: boolean
  }>(
    `select sealed_with as "secretId", count(*) as keys,
       count(*) filter (where payment_id is null and retired_at is null) as unsold, min(id::text) as id,
       exists (select from key_secrets s where s.id = sealed_with and to_jsonb(s) ->> 'abandoned_at' is not null)
         as "isAbandoned"
     from game_keys where sealed_with is not null group by 1 order by 1`,
  )
  const secrets: StoredKeysOfSecret[] = []
  for (const { secretId, keys, unsold, id, isAbandoned } of rows) {
    const { rows: samples } = await client.query<StoredKeysOfSecret['sample']>(
      'select id, game_edition, sealed_key, sealed_with from game_keys where id = $1',
      [id],
    )
    const [sample] = samples
    if (sample !== undefined)
      secrets.push({ secretId, keys: Number(keys), unsold: Number(unsold), isAbandoned, sample })
  }
  return {
    plain: Number(plain[0]?.count ?? 0),
    secrets,
    sealedLookupKey: stamps[0]?.sealed_lookup_key ?? null,
  }
}
