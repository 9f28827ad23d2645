import { sql } from 'kysely'
import { openDatabase, type Db } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { backOffice, type BackOffice } from '#test/back-office.ts'
import { orderDeps } from '#test/order-fixture.ts'
import type { Browser } from '#test/account-fixture.ts'
import type { Row } from './print-table.ts'

const FEW = 10_000
const MANY = 1_000_000
const REPEATS = 40
const AIM_MS = 50

interface Call {
  readonly what: string
  /** Differs by `n`, so that repeated calls do not read the same rows. */
  readonly path: (orders: number, n: number) => string
}

const DAYS = '/functions/statistics?from=2020-01-01&to=2026-12-31'
const LATE_DAYS = 'from=2026-08-23&to=2026-11-20'
const CALLS: readonly Call[] = [
  { what: 'overview', path: () => '/functions/overview' },
  { what: 'orders, first page', path: () => '/functions/orders' },
  { what: 'orders in review', path: () => '/functions/orders?status=review' },
  { what: 'orders with a rare flag', path: () => '/functions/orders?flag=nodes_disagree' },
  { what: 'orders overpaid and confirmed', path: () => '/functions/orders?flag=overpaid&status=confirmed' },
  {
    what: 'orders of a rare language and network',
    path: () => '/functions/orders?language=he&network=trc20&status=expired',
  },
  {
    what: 'search by whole e-mail',
    path: (orders, n) => `/functions/orders?q=buyer${String((n * 7919) % orders)}@example.com`,
  },
  { what: 'search by the start every e-mail has', path: () => '/functions/orders?q=buyer' },
  { what: 'search by the start of an invoice id', path: (_, n) => `/functions/orders?q=${hex(n, 8)}` },
  {
    what: 'search by transaction hash',
    path: (orders, n) => `/functions/orders?q=${hex((n * 7919) % orders, 64)}`,
  },
  {
    what: 'search by payment address',
    path: (orders, n) => `/functions/orders?q=0x${((n * 7919) % orders).toString(16).padStart(40, '0')}`,
  },
  { what: 'search by a key', path: (_, n) => `/functions/orders?q=KEYS-KEYS-KEYS-${hex(n, 4)}` },
  { what: 'orders of 90 days, oldest first', path: () => `/functions/orders?${LATE_DAYS}&sort=oldest` },
  { what: 'orders by price', path: () => '/functions/orders?sort=price_desc' },
  {
    what: 'orders by price, from the middle of the prices',
    path: (_, n) =>
      `/functions/orders?sort=price_desc&before=12798.1763596800000000.${hex(n, 8)}-0000-4000-8000-000000000000`,
  },
  { what: 'orders in review by price', path: () => '/functions/orders?sort=price_desc&status=review' },
  {
    what: 'orders of a rare flag by price',
    path: () => '/functions/orders?sort=price_asc&flag=nodes_disagree',
  },
  { what: 'orders by time of payment', path: () => '/functions/orders?sort=paid_desc' },
  { what: 'orders by status', path: () => '/functions/orders?sort=status_desc' },
  { what: 'statistics of all years', path: () => DAYS },
  { what: 'statistics of a month', path: () => '/functions/statistics?from=2026-10-01&to=2026-10-31' },
]

/** Measures the calls about orders through the whole HTTP stack, sign-in and role included; medians. */
export async function measureAdminOrders(folder: string): Promise<readonly Row[]> {
  const postgres = await startEmbeddedPostgres({ dataFolder: folder })
  try {
    await migrate(postgres.url)
    const { db, close } = openDatabase(postgres.url, { max: 4 })
    try {
      const office = await backOffice(orderDeps(db, systemClock))
      await fill(db, FEW)
      const few = await measure(office, FEW)
      await fill(db, MANY)
      // a session is shorter than filling the tables takes
      await office.as.owner.signIn('owner@example.com')
      const many = await measure(office, MANY)
      await office.fixture.app.close()
      return CALLS.map(({ what }, index) => row(what, few[index] ?? 0, many[index] ?? 0))
    } finally {
      await close()
    }
  } finally {
    await postgres.stop()
  }
}

function row(what: string, few: number, many: number): Row {
  return {
    what: `${what}, 10,000 → 1,000,000 orders`,
    measured: `${few.toFixed(1)} → ${many.toFixed(1)} ms (${(many / few).toFixed(2)} x)`,
    aim: `≤ ${String(AIM_MS)} ms`,
  }
}

async function measure({ as }: BackOffice, orders: number): Promise<readonly number[]> {
  const medians: number[] = []
  for (const { path } of CALLS) medians.push(await medianOf(as.owner, (n) => path(orders, n)))
  return medians
}

async function medianOf(browser: Browser, path: (n: number) => string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < REPEATS; n++) {
    const from = performance.now()
    const reply = await browser.ask('GET', path(n))
    times.push(performance.now() - from)
    if (reply.statusCode !== 200)
      throw new Error(`expected 200, got ${String(reply.statusCode)} ${reply.body}`)
  }
  return times.sort((one, other) => one - other)[REPEATS / 2] ?? 0
}

function hex(n: number, digits: number): string {
  return (n + 1).toString(16).padStart(digits, '0')
}

/** What the triggers of migration 7 would have counted. */
async function countOrders(db: Db): Promise<void> {
  await sql`insert into order_counts
    select (created_at at time zone 'UTC')::date, status, edition, crypto_network, language, count(*)
    from payments group by 1, 2, 3, 4, 5`.execute(db)
  await sql`insert into sale_counts
    select (confirmed_at at time zone 'UTC')::date, edition, crypto_network, language, count(*), sum(quantity),
      sum(unit_price_cents::bigint * quantity)
    from payments where status = 'confirmed' group by 1, 2, 3, 4`.execute(db)
  await sql`insert into confirm_counts
    select (confirmed_at at time zone 'UTC')::date, confirm_step(confirmed_at - created_at), count(*)
    from payments where status = 'confirmed' group by 1, 2`.execute(db)
  await sql`insert into waiting_counts
    select edition, awaiting_keys_since is not null, count(*), sum(quantity), sum(unit_price_cents::bigint * quantity)
    from payments where status = 'confirmed' and delivered_at is null group by 1, 2`.execute(db)
}

const COUNTING = ['count_added_orders', 'count_waiting_added'] as const

/**
 * Inserts orders of two years, most of them confirmed, each with its transfer. The newer half of them waits for keys, as
 * before a release.
 */
async function fill(db: Db, orders: number): Promise<void> {
  await sql`truncate game_keys, payments, wallets cascade`.execute(db)
  await sql`insert into wallets (fingerprint, wallet) values ('bench', 'evm')`.execute(db)
  // counting a million rows one by one takes longer than all the rest
  for (const trigger of COUNTING)
    await sql`alter table payments disable trigger ${sql.ref(trigger)}`.execute(db)
  await sql`
    insert into payments (id, created_at, expires_at, language, user_email, wallet_address, order_secret_hash, check_code, edition,
      quantity, unit_price_cents, crypto_type, crypto_network, is_simulated, due_atoms, rate_e8, rate_sources, rate_at,
      wallet, wallet_fingerprint, derivation_index, payment_address, required_confirmations, status, flags, confirmed_at, delivered_at,
      awaiting_keys_since)
    select (lpad(to_hex(n + 1), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, at,
      at + interval '15 minutes', (array['en','ru','zh','ar','fr','de'])[1 + n % 6], 'buyer' || n || '@example.com',
      '0x', sha256('secret'), '', case when n % 3 = 0 then 'supporter' else 'standard' end, 1 + n % 3, 6399, 'usdt',
      case when n % 2 = 0 then 'erc20' else 'bep20' end, false, 63990000, 100000000, 'fixed', at, 'evm', 'bench', n,
      '0x' || lpad(to_hex(n), 40, '0'), 12,
      case when n % 1000 = 0 then 'review' when n % 4 = 0 then 'expired' else 'confirmed' end,
      case when n % 20 = 1 then array['overpaid'] when n % 50000 = 7 then array['nodes_disagree'] else '{}' end,
      case when n % 1000 = 0 or n % 4 = 0 then null else at + (30 + n % 900) * interval '1 second' end,
      case when n % 1000 = 0 or n % 4 = 0 or n < ${orders}::int / 2 then null
        else at + (30 + n % 900) * interval '1 second' end,
      case when n % 1000 = 0 or n % 4 = 0 or n >= ${orders}::int / 2 then null
        else at + (30 + n % 900) * interval '1 second' end
    from (select n, timestamptz '2026-11-20' - n * (interval '730 days' / ${orders}::int) as at
      from generate_series(0, ${orders}::int - 1) n) numbered`.execute(db)
  await sql`
    insert into transfers (chain, tx_hash, output_index, address, evidence, payment_id, asset, atoms, seen_at)
    select case when crypto_network = 'erc20' then 'ethereum' else 'bsc' end, '0x' || lpad(to_hex(derivation_index + 1), 64, '0'),
      0, payment_address, 'output', id, 'USDT', due_atoms, created_at
    from payments where status = 'confirmed'`.execute(db)
  for (const trigger of COUNTING)
    await sql`alter table payments enable trigger ${sql.ref(trigger)}`.execute(db)
  await countOrders(db)
  for (const table of [
    'payments',
    'transfers',
    'order_counts',
    'sale_counts',
    'confirm_counts',
    'waiting_counts',
  ]) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  }
}
