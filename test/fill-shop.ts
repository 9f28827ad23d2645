import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'

/** How much a measured shop holds. */
export interface ShopSize {
  readonly keys: number
  readonly orders: number
}

/** The tables that are filled, with those that count their rows. */
const TABLES = [
  'payments',
  'transfers',
  'game_keys',
  'key_counts',
  'order_counts',
  'sale_counts',
  'confirm_counts',
  'waiting_counts',
]
/** Keys that can be read and searched for; the others have random bytes, since PostgreSQL cannot seal them. */
export const SEALED_KEYS = 40
/** The first keys of an export, more than are read of it. */
const EXPORTED = 1000
/** Keys imported at once are created a microsecond apart. */
const IMPORTS = 10
/** As many as are written well within the time that a statement of the shop may take. */
const KEYS_AT_ONCE = 1_000_000

/**
 * Fills an empty, migrated database in PostgreSQL itself: orders of two years, most of them confirmed, each with its transfer;
 * the newer half waits for keys, as before a release, and each older one has a key. Triggers and foreign keys are off meanwhile, and the
 * indexes of the large tables are made at the end.
 */
export async function fillShop(db: Db, size: ShopSize): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one)
    await sql`set maintenance_work_mem = '512MB'`.execute(one)
    const indexes = await dropIndexes(one)
    await sql`insert into wallets (fingerprint, wallet) values ('bench', 'evm')`.execute(one)
    await sql`insert into key_secrets (id) values (${TEST_CIPHER.secretId}) on conflict do nothing`.execute(
      one,
    )
    await insertOrders(one, size.orders)
    await insertKeys(one, size)
    for (const index of indexes) await sql.raw(index).execute(one)
    await sealSomeKeys(one, size.keys)
    await countRows(one)
    await sql`set session_replication_role = origin`.execute(one)
  })
  for (const table of TABLES) await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}

/** @returns the statements that make the indexes again. */
async function dropIndexes(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; made_by: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made_by from pg_index
    where indrelid in ('payments'::regclass, 'transfers'::regclass, 'game_keys'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db)
  for (const { name } of rows) await sql.raw(`drop index ${name}`).execute(db)
  return rows.map((row) => row.made_by)
}

async function insertOrders(db: Db, orders: number): Promise<void> {
  await sql`
    insert into payments (id, created_at, expires_at, language, user_email, wallet_address, order_secret_hash, check_code, edition,
      quantity, unit_price_cents, price_usd_cents, crypto_type, crypto_network, is_simulated, due_atoms, rate_e8, rate_sources, rate_at,
      wallet, wallet_fingerprint, derivation_index, payment_address, required_confirmations, status, flags, confirmed_at, delivered_at,
      awaiting_keys_since, is_final)
    select (lpad(to_hex(n + 1), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, at,
      at + interval '15 minutes', (array['en','ru','zh','ar','fr','de'])[1 + n % 6], 'buyer' || n || '@example.com',
      '0x', sha256('secret'), '', case when n % 3 = 0 then 'supporter' else 'standard' end, 1 + n % 3, 6399, 6399 * (1 + n % 3), 'usdt',
      case when n % 2 = 0 then 'erc20' else 'bep20' end, false, 63990000, 100000000, 'fixed', at, 'evm', 'bench', n,
      '0x' || lpad(to_hex(n), 40, '0'), 12,
      case when n % 1000 = 0 then 'review' when n % 4 = 0 then 'expired' else 'confirmed' end,
      case when n % 20 = 1 then array['overpaid'] when n % 50000 = 7 then array['nodes_disagree'] else '{}' end,
      case when n % 1000 = 0 or n % 4 = 0 then null else at + (30 + n % 900) * interval '1 second' end,
      case when n % 1000 = 0 or n % 4 = 0 or n < ${orders}::int / 2 then null
        else at + (30 + n % 900) * interval '1 second' end,
      case when n % 1000 = 0 or n % 4 = 0 or n >= ${orders}::int / 2 then null
        else at + (30 + n % 900) * interval '1 second' end,
      n % 1000 <> 0 and n % 4 <> 0 and n >= ${orders}::int / 2
    from (select n, timestamptz '2026-11-20' - n * (interval '730 days' / ${orders}::int) as at
      from generate_series(0, ${orders}::int - 1) n) numbered`.execute(db)
  await sql`
    insert into transfers (chain, tx_hash, output_index, address, evidence, payment_id, asset, atoms, seen_at)
    select case when crypto_network = 'erc20' then 'ethereum' else 'bsc' end, '0x' || lpad(to_hex(derivation_index + 1), 64, '0'),
      0, payment_address, 'output', id, 'USDT', due_atoms, created_at
    from payments where status = 'confirmed'`.execute(db)
}

/** Keys of both editions in ten imports; each order with keys has one, of the first numbers. */
async function insertKeys(db: Db, { keys, orders }: ShopSize): Promise<void> {
  for (let first = 0; first < keys; first += KEYS_AT_ONCE) {
    const last = Math.min(first + KEYS_AT_ONCE, keys) - 1
    await sql`
    insert into game_keys (id, game_edition, sealed_key, sealed_with, key_hash, last_group_hash, created_at, payment_id,
      line_no, quantity, handed_at)
    select (lpad(to_hex((n * 2654435761) % 4294967296), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
      coalesce(p.edition, case when n % 2 = 0 then 'supporter' else 'standard' end),
      decode(repeat(md5(n::text), 3), 'hex'), ${TEST_CIPHER.secretId}, decode(md5('key ' || n), 'hex'),
      decode(md5('group ' || n % 1679616), 'hex'),
      timestamptz '2026-11-20' - n * ${IMPORTS}::bigint / ${keys}::bigint * interval '1 hour' - n * interval '1 microsecond', p.id,
      case when p.id is not null then 1 end, p.quantity, p.confirmed_at
    from generate_series(${first}::bigint, ${last}::bigint) n
    left join payments p on p.derivation_index = n + ${orders}::int / 2 and p.delivered_at is not null`.execute(
      db,
    )
  }
}

/** The position of the n-th key in a list sorted by creation, as the call takes it. */
export function keyPosition(keys: number, n: number): string {
  const us = Date.UTC(2026, 10, 20) * 1000 - Math.floor((n * IMPORTS) / keys) * 3_600_000_000 - n
  return `${String(us)}.00000000-0000-4000-8000-000000000000`
}

/** The text of the n-th key that can be read. */
export function sealedKey(n: number): string {
  return `KEYS${String(n).padStart(4, '0')}-BENCH-${String(7919 * (n + 1)).padStart(6, 'X')}`
}

/** Gives some keys, evenly spread, a text, and the oldest, with which an export begins. */
async function sealSomeKeys(db: Db, keys: number): Promise<void> {
  const spread = Array.from({ length: SEALED_KEYS }, (_, n) => Math.floor((n * keys) / SEALED_KEYS))
  const oldest = Array.from({ length: EXPORTED }, (_, n) => keys - 1 - n)
  for (const [n, place] of [...new Set([...spread, ...oldest])].entries()) {
    const { rows } = await sql<{ id: string; game_edition: string }>`
      select id, game_edition from game_keys where key_hash = decode(md5('key ' || ${place}::text), 'hex')`.execute(
      db,
    )
    const [row] = rows
    if (row === undefined) throw new Error(`expected a key with the number ${String(place)}`)
    await db
      .updateTable('game_keys')
      .set(TEST_CIPHER.seal(sealedKey(n), row))
      .where('id', '=', row.id)
      .execute()
  }
}

/** What the triggers would have counted. */
async function countRows(db: Db): Promise<void> {
  await sql`insert into key_counts select game_edition, status, count(*) from game_keys group by 1, 2`.execute(
    db,
  )
  await sql`insert into order_counts
    select (created_at at time zone 'UTC')::date, status, edition, crypto_network, language, count(*)
    from payments group by 1, 2, 3, 4, 5`.execute(db)
  await sql`insert into sale_counts
    select (confirmed_at at time zone 'UTC')::date, edition, crypto_network, language, count(*), sum(quantity),
      sum(price_usd_cents::bigint)
    from payments where status = 'confirmed' group by 1, 2, 3, 4`.execute(db)
  await sql`insert into confirm_counts
    select (confirmed_at at time zone 'UTC')::date, confirm_step(confirmed_at - created_at), count(*)
    from payments where status = 'confirmed' group by 1, 2`.execute(db)
  await sql`insert into waiting_counts
    select edition, awaiting_keys_since is not null, count(*), sum(quantity), sum(price_usd_cents::bigint)
    from payments where status = 'confirmed' and delivered_at is null group by 1, 2`.execute(db)
}
