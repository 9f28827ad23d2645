import pg from 'pg'
import { isTransactionPooled } from './detect-pooler.ts'
import { inspectChains, type StoredChain } from './inspect-chains.ts'
import { inspectKeys, type StoredKeys } from './inspect-keys.ts'
import { inspectOperation, type StoredOperation } from './inspect-operation.ts'
import { inspectReplication, type StoredReplication } from './inspect-replication.ts'
import { LOCAL_CLUSTER_FOLDER } from './local-cluster.ts'
import { openClient } from './shop-client.ts'

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
  /** Whether the role that inspected it may do more than the shop needs: change the audit, or everything. */
  readonly isPrivileged: boolean
  /** Which installation secret it belongs to; null if it holds the secret itself or has none yet. */
  readonly secretId: string | null
  /** Whether the URL leads to a connection pooler in transaction mode. */
  readonly isTransactionPooled: boolean
  /** The address index of the next order, by the fingerprint of the extended public key; no entry if the key was never used here. */
  readonly nextIndexes: ReadonlyMap<string, number>
  /** The highest index that received money, by the same fingerprint; without one, none did. */
  readonly paidIndexes: ReadonlyMap<string, number>
  /** How many upcoming addresses were found used and are skipped, in all wallets. */
  readonly skippedAddresses: number
  /** Whether the database was restored, and takes no orders until its recovery is finished. */
  readonly isRecovering: boolean
  /** Its time when it was inspected. */
  readonly now: Date
  /** Where its files are; null if they are on another machine. */
  readonly clusterFolder: string | null
  readonly operation: StoredOperation
  readonly replication: StoredReplication
  /** Null before a release that encrypts keys. */
  readonly keys: StoredKeys | null
  /** When a backup last succeeded, and a restore on trial; null if none did. */
  readonly backupAt: Date | null
  readonly verifiedAt: Date | null
  /** Every edition that has orders or free keys. */
  readonly editions: readonly StoredEdition[]
  /** What was stored about each chain that was ever read. */
  readonly chains: readonly StoredChain[]
  /** Tokens on the shop's addresses that their issuer has frozen, or about which no node answered. */
  readonly freezes: readonly StoredFreeze[]
}

/** Addresses of the shop's own with tokens that an issuer has frozen, as last asked. */
export interface StoredFreeze {
  readonly chain: string
  readonly asset: string
  /** The number of frozen addresses, and of those about which no node answered. */
  readonly addresses: number
  readonly unknown: number
  readonly atoms: bigint
}

/** Inspects a database. @throws the error of pg if it cannot be reached or rejects the login. */
export async function inspectDatabase(url: string): Promise<DatabaseReport> {
  const client = await openClient({ url, kind: 'long', name: 'keyhold check', types: pg.types })
  try {
    const { rows } = await client.query<{
      version: string
      number: string
      stamped: boolean
      counted: boolean
      checked: boolean
      read: boolean
      backed_up: boolean
      pooled: boolean
      outside: boolean
      privileged: boolean
      now: Date
      folder: string | null
    }>(
      `select clock_timestamp() as now, ${LOCAL_CLUSTER_FOLDER} as folder,
         current_setting('server_version') as version, current_setting('server_version_num') as number,
         to_regclass('installation') is not null as stamped,
         to_regclass('order_counts') is not null as counted,
         to_regclass('freeze_checks') is not null as checked,
         to_regclass('chain_states') is not null as read,
         to_regclass('backup_runs') is not null as backed_up,
         to_regclass('recoveries') is not null as pooled,
         exists (select from pg_attribute where attrelid = to_regclass('installation') and attname = 'secret_id') as outside,
         coalesce((select rolsuper from pg_roles where rolname = current_user), false)
           or coalesce((select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('audit')), false) as privileged`,
    )
    const [row] = rows
    if (row === undefined) throw new Error('expected the version of the database, got no row')
    return {
      version: row.version,
      versionNumber: Number(row.number),
      profile: row.stamped ? await profileOf(client) : null,
      secretId: row.outside ? await secretIdOf(client) : null,
      isPrivileged: row.privileged,
      isTransactionPooled: await isTransactionPooled(url),
      nextIndexes: row.stamped ? await nextIndexesOf(client, row.pooled) : new Map(),
      paidIndexes: row.stamped ? await paidIndexesOf(client) : new Map(),
      ...(row.pooled ? await addressStateOf(client) : { skippedAddresses: 0, isRecovering: false }),
      now: row.now,
      clusterFolder: row.folder,
      operation: await inspectOperation(client),
      replication: await inspectReplication(client),
      keys: await inspectKeys(client),
      ...(row.backed_up ? await backupsOf(client) : { backupAt: null, verifiedAt: null }),
      editions: row.counted ? await editionsOf(client) : [],
      chains: row.read ? await inspectChains(client) : [],
      freezes: row.checked ? await freezesOf(client) : [],
    }
  } finally {
    await client.end()
  }
}

async function addressStateOf(
  client: pg.Client,
): Promise<Pick<DatabaseReport, 'skippedAddresses' | 'isRecovering'>> {
  const { rows } = await client.query<{ skipped: string; recovering: boolean }>(
    `select (select count(*) from used_addresses) as skipped,
       exists (select from recoveries where finished_at is null) as recovering`,
  )
  return { skippedAddresses: Number(rows[0]?.skipped ?? 0), isRecovering: rows[0]?.recovering ?? false }
}

async function backupsOf(client: pg.Client): Promise<Pick<DatabaseReport, 'backupAt' | 'verifiedAt'>> {
  const { rows } = await client.query<{ backup: Date | null; verified: Date | null }>(
    `select max(finished_at) filter (where kind = 'backup') as backup,
       max(finished_at) filter (where kind = 'restore_check') as verified
     from backup_runs where failure is null`,
  )
  return { backupAt: rows[0]?.backup ?? null, verifiedAt: rows[0]?.verified ?? null }
}

/** The lowest address of the pool, which the next order gets; without a pool the first index never reserved. */
async function nextIndexesOf(client: pg.Client, hasPool: boolean): Promise<ReadonlyMap<string, number>> {
  const pooled = '(select min(derivation_index) from address_pool where wallet_fingerprint = fingerprint)'
  const { rows } = await client.query<{ fingerprint: string; next_index: number }>(
    `select fingerprint, ${hasPool ? `coalesce(${pooled}, next_index)` : 'next_index'} as next_index from wallets`,
  )
  return new Map(rows.map((row) => [row.fingerprint, row.next_index]))
}

async function paidIndexesOf(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ fingerprint: string; index: number }>(
    `select wallet_fingerprint as fingerprint, max(derivation_index) as index from payments p
     where exists (select from transfers t where t.payment_id = p.id and t.lost_at is null)
     group by wallet_fingerprint`,
  )
  return new Map(rows.map((row) => [row.fingerprint, row.index]))
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

async function freezesOf(client: pg.Client): Promise<readonly StoredFreeze[]> {
  const { rows } = await client.query<{
    chain: string
    asset: string
    addresses: number
    unknown: number
    atoms: string
  }>(
    `select chain, asset, (count(*) filter (where is_frozen and atoms is distinct from 0))::integer as addresses,
       (count(*) filter (where is_frozen is null))::integer as unknown,
       coalesce(sum(atoms) filter (where is_frozen), 0)::text as atoms
     from freeze_checks group by chain, asset
     having bool_or(is_frozen is null or is_frozen and atoms is distinct from 0) order by chain, asset`,
  )
  return rows.map((row) => ({ ...row, atoms: BigInt(row.atoms) }))
}

async function profileOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ profile: string }>('select profile from installation')
  return rows[0]?.profile ?? null
}

async function secretIdOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ secret_id: string | null }>('select secret_id from installation')
  return rows[0]?.secret_id ?? null
}
