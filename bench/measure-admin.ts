import { sql } from 'kysely'
import { checkImport } from '#server/keys/check-import.ts'
import { commitImport } from '#server/keys/commit-import.ts'
import { keyRoutes } from '#server/keys/routes.ts'
import { foldKeyCounts } from '#server/keys/key-counts.ts'
import { openDatabase, type Db } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { accountFixture, makePerson, openBrowser, type Browser } from '#test/account-fixture.ts'
import type { Row } from './print-table.ts'
import { EDITION_IDS } from '#test/editions.ts'
import { keyRow } from '#test/insert-key.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'

const FEW_KEYS = 10_000
const MANY_KEYS = 1_000_000
/** One order in five keys: 200,000 orders of one key each. */
const KEYS_PER_ORDER = 5
const REPEATS = 40
const IMPORTED = 100_000

interface Call {
  readonly what: string
  /** The query for `manage-game-keys`; differs by `n`, so that repeated calls do not read the same rows. */
  readonly query: (keys: number, n: number) => string
  readonly aimMs: number
}

const CALLS: readonly Call[] = [
  { what: 'first page', query: () => 'action=list', aimMs: 20 },
  {
    what: 'first page, standard and available',
    query: () => 'action=list&edition=standard&status=available',
    aimMs: 20,
  },
  { what: 'first page, used', query: () => 'action=list&status=used', aimMs: 20 },
  {
    what: 'page 2,000 (of 10,000 keys: the last)',
    query: (keys) => `action=list&page=${String(Math.min(2000, keys / 50))}`,
    aimMs: 60,
  },
  {
    what: 'page 2,000 of the used (of 2,000: the last)',
    query: (keys) => `action=list&status=used&page=${String(Math.min(2000, keys / KEYS_PER_ORDER / 50))}`,
    aimMs: 60,
  },
  {
    what: 'search by whole e-mail',
    query: (keys, n) => `action=list&q=buyer${String((n * 7919) % (keys / KEYS_PER_ORDER))}@example.com`,
    aimMs: 50,
  },
  { what: 'search by the start every e-mail has', query: () => 'action=list&q=buyer', aimMs: 50 },
  {
    what: 'search by whole key',
    query: (keys, n) => `action=list&q=${keyText((n * 7919) % keys)}`,
    aimMs: 50,
  },
  {
    what: 'search by last group',
    query: (keys, n) => `action=list&q=${keyText((n * 7919) % keys).slice(-4)}`,
    aimMs: 50,
  },
  { what: 'statistics', query: () => 'action=stats', aimMs: 50 },
]

/** Measures every call through the whole HTTP stack, sign-in and role included; medians. */
export async function measureAdmin(folder: string): Promise<readonly Row[]> {
  const postgres = await startEmbeddedPostgres({ dataFolder: folder })
  try {
    await migrate(postgres.url)
    const { db, close } = openDatabase(postgres.url, { max: 4 })
    try {
      await db.insertInto('key_secrets').values({ id: TEST_CIPHER.secretId }).execute()
      const fixture = await accountFixture(db, { addRoutes: keyRoutes })
      await makePerson(db, 'owner@example.com', 'owner')
      const browser = openBrowser(fixture.app)
      await browser.signIn('owner@example.com')
      await fill(db, FEW_KEYS)
      const few = await measure(browser, FEW_KEYS)
      await fill(db, MANY_KEYS)
      const many = await measure(browser, MANY_KEYS)
      await fixture.app.close()
      const calls = CALLS.map(({ what, aimMs }, index) => row(what, few[index] ?? 0, many[index] ?? 0, aimMs))
      return [...calls, await measureImport(db)]
    } finally {
      await close()
    }
  } finally {
    await postgres.stop()
  }
}

/** Measures the import of new keys beside the million: checked and committed. */
async function measureImport(db: Db): Promise<Row> {
  const list = Array.from({ length: IMPORTED }, (_, n) => keyText(MANY_KEYS + n))
  const before = process.memoryUsage.rss()
  let most = before
  const from = performance.now()
  const by = { actorId: null, now: new Date('2026-11-20T12:00:00Z') }
  const id = await checkImport(db, TEST_CIPHER, list, { onSale: EDITION_IDS, unnamed: 'standard' }, by)
  const checkedS = (performance.now() - from) / 1000
  const outcome = await commitImport(db, id, by, () => {
    most = Math.max(most, process.memoryUsage.rss())
  })
  if (outcome.kind !== 'done' || outcome.added !== IMPORTED) throw new Error('expected every key to be added')
  const s = (performance.now() - from) / 1000
  const grownMb = (most - before) / 2 ** 20
  return {
    what: 'import of 100,000 keys beside 1,000,000: check + commit, memory grown by',
    measured: `${checkedS.toFixed(1)} + ${(s - checkedS).toFixed(1)} = ${s.toFixed(1)} s, ${grownMb.toFixed(0)} MB`,
    aim: '≤ 30 s',
  }
}

function row(what: string, few: number, many: number, aimMs: number): Row {
  return {
    what: `${what}, 10,000 → 1,000,000 keys`,
    measured: `${few.toFixed(1)} → ${many.toFixed(1)} ms (${(many / few).toFixed(2)} x)`,
    aim: `≤ ${String(aimMs)} ms`,
  }
}

async function measure(browser: Browser, keys: number): Promise<readonly number[]> {
  const medians: number[] = []
  for (const { query } of CALLS) {
    const times: number[] = []
    for (let n = 0; n < REPEATS; n++) {
      const from = performance.now()
      const reply = await browser.ask('GET', `/functions/manage-game-keys?${query(keys, n)}`)
      times.push(performance.now() - from)
      if (reply.statusCode !== 200)
        throw new Error(`expected 200, got ${String(reply.statusCode)} ${reply.body}`)
    }
    medians.push(times.sort((one, other) => one - other)[REPEATS / 2] ?? 0)
  }
  return medians
}

/** Returns the n-th key; its last group alone also has a million values. */
function keyText(n: number): string {
  const groups = [n, n * 31, n * 7, n * 104_729].map((one) =>
    ((one % 1_679_616) + 1_679_616).toString(36).slice(-4).toUpperCase(),
  )
  return `${String(n).padStart(7, '0')}-${groups.join('-')}`
}

/** Inserts keys of both editions, every fifth delivered to a different buyer. */
async function fill(db: Db, keys: number): Promise<void> {
  await sql`truncate game_keys, payments, wallets cascade`.execute(db)
  await sql`insert into wallets (fingerprint, wallet) values ('bench', 'evm')`.execute(db)
  const orders = keys / KEYS_PER_ORDER
  await sql`
    insert into payments (created_at, expires_at, language, user_email, wallet_address, order_secret_hash, check_code, edition, quantity,
      unit_price_cents, crypto_type, crypto_network, is_simulated, due_atoms, rate_e8, rate_sources, rate_at, wallet,
      wallet_fingerprint, derivation_index, payment_address, required_confirmations, status, confirmed_at, delivered_at)
    select now() - n * interval '1 minute', now(), 'en', 'buyer' || n || '@example.com', '0x', sha256('secret'), '', 'standard', 1, 6399,
      'usdt', 'erc20', false, 63990000, 100000000, 'fixed', now(), 'evm', 'bench', n, '0x' || lpad(to_hex(n), 40, '0'),
      12, 'confirmed', now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(0, ${orders}::int - 1) n`.execute(db)
  for (let from = 0; from < keys; from += 50_000) {
    const rows = Array.from({ length: Math.min(50_000, keys - from) }, (_, index) =>
      keyRow(keyText(from + index), index % 2 === 0 ? 'supporter' : 'standard'),
    )
    await sql`
      insert into game_keys (id, game_edition, sealed_key, sealed_with, key_hash, last_group_hash, created_at)
      select id, edition, sealed, with_id, hash, group_hash, now() - (${from}::int + place::int) * interval '1 second'
      from unnest(
        ${rows.map((row) => row.id)}::uuid[], ${rows.map((row) => row.game_edition)}::text[],
        ${rows.map((row) => row.sealed_key)}::bytea[], ${rows.map((row) => row.sealed_with)}::text[],
        ${rows.map((row) => row.key_hash)}::bytea[], ${rows.map((row) => row.last_group_hash)}::bytea[]
      ) with ordinality as given (id, edition, sealed, with_id, hash, group_hash, place)`.execute(db)
  }
  await sql`
    update game_keys k set payment_id = p.id, line_no = 1, quantity = 1, handed_at = p.confirmed_at
    from payments p
    join (select id, row_number() over (order by id) - 1 as n from game_keys where game_edition = 'standard') f
      on f.n = p.derivation_index
    where k.id = f.id`.execute(db)
  await foldKeyCounts(db)
  await sql`vacuum analyze game_keys`.execute(db)
  await sql`vacuum analyze payments`.execute(db)
}
