import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { fillShop } from '#test/fill-shop.ts'

/** ANALYZE reads all rows of a table of fewer than 30,000, so that its statistics are the same each time. */
const ORDERS = 20_000

/** Almost every order is settled, and its transfer is deep in its chain. */
const SETTLED = [
  `update transfers t set block_height = 40000 - p.derivation_index, block_hash = 'block', block_at = seen_at
    from payments p where p.id = t.payment_id and derivation_index >= 20`,
  `update payments set is_final = true where derivation_index >= 200`,
]

/** What grows with the orders, beside what `fillShop` fills. */
const ROWS: Readonly<Record<string, string>> = {
  refunds: `(payment_id, asked_at, status, quantity, chain, asset, address, price_cents, owed_atoms, quoted_at, verified_at)
    select id, created_at + interval '2 days', case when n % 50 = 0 then 'asked' else 'verified' end, 1, 'bsc', 'USDT', '0x' || n,
      6399, 63990000, created_at, case when n % 50 <> 0 then created_at + interval '3 days' end
    from orders where status = 'confirmed' and n % 2 = 0`,
  refund_transactions: `(chain, tx_hash, refund_id, recorded_at, status, atoms, block_height, block_hash)
    select 'bsc', '0x' || id, id, asked_at, 'verified', owed_atoms, 1000, 'block' from refunds where status = 'verified'`,
  corrections: `(refund_id, year, number)
    select id, extract(year from verified_at), row_number() over () from refunds where status = 'verified'`,
  mails: `(dedupe_key, message_id, template, language, recipient, facts, payment_id, created_at, sent_at)
    select 'keys:' || id, id, 'keys', language, user_email, '{}', id, created_at,
      case when n % 1000 <> 0 then created_at + interval '1 minute' end from orders`,
  payment_events: `(payment_id, at, kind) select id, created_at, (array['created', 'delivered'])[1 + n % 2] from orders`,
  payment_notes: `(payment_id, at, note) select id, created_at, 'note' from orders where n % 2 = 0`,
  vat_evidence: `(payment_id, declared_country, declared_at) select id, 'DE', created_at from orders`,
  audit: `(at, action, subject_kind, subject_id)
    select created_at, (array['order.note', 'key.retire', 'role.set'])[1 + n % 3], 'payment', id::text from orders`,
  address_pool: `(wallet_fingerprint, derivation_index, address)
    select 'bench', n, '0xa' || n from generate_series(${String(ORDERS)}, ${String(ORDERS + 640)}) n`,
  used_addresses: `(wallet_fingerprint, derivation_index, address, chain, found_at)
    select 'bench', n, '0xb' || n, 'bsc', created_at from orders`,
  outflows: `(chain, tx_hash, address, atoms, block_height)
    select 'bsc', '0xo' || n, payment_address, due_atoms, n from orders`,
  checkpoints: `(chain, height, hash, block_at)
    select chain, n, chain || n, created_at from orders, unnest(array['bitcoin', 'bsc']) chain where n < 10000`,
  rates: `(coin, at, rate_e8, sources) select 'BTC', created_at, 100000000, 'fixed' from orders`,
  captcha_passes: `(token_hash, expires_at, spent_by)
    select sha256(n::text::bytea), created_at, case when n % 2 = 0 then id end from orders`,
  captchas: `(answer_hash, expires_at) select sha256(n::text::bytea), created_at from orders`,
  used_proofs: `(signature, expires_at) select n::text, created_at from orders`,
  discount_codes: `(code, name, batch_id, percent, created_at)
    select 'CODE' || n, 'Creator ' || n % 20, lpad((n % 20)::text, 32, '0')::uuid, 10, created_at from orders`,
  limits: `(key, used, resets_at) select 'orders:' || n, 1, created_at from orders`,
  sign_in_failures: `(key, failures, tried_at) select sha256(n::text::bytea), 1, created_at from orders`,
  webhook_endpoints: `(id, url, events, created_at)
    select lpad(n::text, 32, '0')::uuid, 'https://x', array['order.paid'], now() from generate_series(1, 5) n`,
  webhook_deliveries: `(endpoint_id, event, data, payment_id, happened_at, give_up_at, delivered_at)
    select lpad((1 + n % 5)::text, 32, '0')::uuid, 'order.paid', '{}', id, created_at, created_at,
      case when n % 100 <> 0 then created_at end from orders`,
  waiting_list: `(id, edition, email, language, token_hash, asked_at, confirmed_at)
    select id, edition, user_email, language, sha256(n::text::bytea), created_at, case when n % 50 <> 0 then created_at end
    from orders`,
  bulletin_orders: `(bulletin_id, payment_id, mail, done_at)
    select lpad((n % 9)::text, 32, '0')::uuid, id, 'queued', created_at from orders where status = 'confirmed'`,
  freeze_checks: `(chain, asset, address, is_frozen, checked_at) select 'bsc', 'USDT', payment_address, false, created_at from orders`,
  alerts: `(kind, subject, raised_at, closed_at)
    select 'rail-down', n::text, created_at, case when n % 500 <> 0 then created_at end from orders where n < 10000`,
  withdrawals: `(id, submitted_at, payment_id, invoice_id, language, time_zone, outcome)
    select id, created_at, id, id, 'en', 'UTC', 'refund' from orders where n % 2 = 0`,
  key_import_lines: `(import_id, line_no, is_duplicate)
    select lpad((n % 9)::text, 32, '0')::uuid, n + 1, false from orders`,
  sim_transactions: `(chain, tx_hash, output_index, address, asset, atoms, made_at, block_height)
    select 'bsc', '0x' || n, 0, payment_address, 'USDT', due_atoms, created_at, n from orders`,
  sim_blocks: `(chain, height, hash, parent_hash, at)
    select 'bsc', n, n::text, (n - 1)::text, created_at from orders`,
  planned_payouts: `(plan_id, position, refund_id, atoms, closed_at, outcome)
    select lpad((row_number() over () % 99)::text, 32, '0')::uuid, row_number() over (), id, owed_atoms, now(), 'recorded'
    from refunds where status = 'verified'`,
}

/** What grows without an end; tables of few rows are read from their begin to their end. */
export const LARGE_TABLES: ReadonlySet<string> = new Set([
  'payments',
  'transfers',
  'game_keys',
  ...Object.keys(ROWS).filter((table) => !['address_pool', 'webhook_endpoints'].includes(table)),
])

/** Fills a migrated database with a shop of 20,000 orders, the same each time. */
export async function fillTables(db: Db): Promise<void> {
  await fillShop(db, { keys: ORDERS, orders: ORDERS })
  await db.connection().execute(async (one) => {
    await sql`set session_replication_role = replica`.execute(one)
    // the vacuum marks as visible to all only what is in the log on disk
    await sql`set synchronous_commit = on`.execute(one)
    for (const statement of SETTLED) await sql.raw(statement).execute(one)
    await sql`create temporary view orders as select *, derivation_index as n from payments`.execute(one)
    for (const [table, rows] of Object.entries(ROWS))
      await sql.raw(`insert into ${table} ${rows}`).execute(one)
    await sql`vacuum analyze`.execute(one)
  })
}
