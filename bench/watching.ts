import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuUsage } from 'node:process'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase, type Db } from '#server/db/database.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { fillReferenceTables } from '#server/db/fill-reference-tables.ts'
import { migrate } from '#server/db/migrate.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import { railOf, type NetworkId } from '#shared/rails.ts'
import { findBitcoind } from '#test/nodes/bitcoind.ts'
import { measureBitcoinBlock } from './measure-bitcoin-block.ts'
import { printTable, type Row } from './print-table.ts'
import { treeCpuMs } from './process-cost.ts'
import { openWatchedChain, type WatchedChain } from '#test/nodes/watched-chain.ts'

const NETWORKS = ['erc20', 'ethereum', 'usdc-base'] as const satisfies NetworkId[]
/** What a block of Ethereum contains beside money for the shop. */
const CONTENT = { transfers: 40, payments: 150 }
const WARM_UP = 5
/** Of the daily pass over all orders, which is measured by itself. */
const ORDERS_A_BLOCK = 2_000
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'max_wal_size=4GB', 'shared_buffers=256MB']

/**
 * Measures what a block costs with one open order and with a million: calls to the node, CPU of the shop and of PostgreSQL,
 * memory. Both are polled in turn, in two databases of one PostgreSQL, on a clock that is moved from block to block. Then a full
 * block of Bitcoin.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      orders: { type: 'string', default: '1000000' },
      blocks: { type: 'string', default: '60' },
    },
  })
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-bench-'))
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, settings: SETTINGS })
  try {
    const [few, many] = [
      await createDatabase(postgres.url, 'few'),
      await createDatabase(postgres.url, 'many'),
    ]
    const orders = Number(values.orders)
    const rows: Row[] = []
    for (const network of NETWORKS) {
      const shops = [
        { db: few.db, orders: 1 },
        { db: many.db, orders },
      ] as const
      rows.push(...(await compare(network, shops, Number(values.blocks), await postmasterOf(postgres))))
    }
    printTable(`watching: 1 → ${orders.toLocaleString('en')} open orders, for a block`, rows)
    if ((await findBitcoind()) !== null) printTable('watching: Bitcoin', await measureBitcoinBlock(many.db))
    for (const { close } of [few, many]) await close()
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function createDatabase(url: string, name: string) {
  const { db, close } = openDatabase(url, { max: 1 })
  await sql.raw(`create database ${name}`).execute(db)
  await close()
  const made = new URL(url)
  made.pathname = `/${name}`
  await migrate(made.href)
  const database = openDatabase(made.href, { max: 4 })
  await fillReferenceTables(database.db)
  return database
}

async function postmasterOf({ clusterFolder }: EmbeddedPostgres): Promise<number> {
  return Number((await readFile(join(clusterFolder, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

interface Cost {
  calls: number
  shopMs: number
  postgresMs: number
}

interface Shop {
  readonly db: Db
  readonly orders: number
}

async function compare(
  network: NetworkId,
  shops: readonly Shop[],
  blocks: number,
  postmaster: number,
): Promise<readonly Row[]> {
  let nowMs = Date.now()
  const clock = () => new Date(nowMs)
  const costs: Cost[] = shops.map(() => ({ calls: 0, shopMs: 0, postgresMs: 0 }))
  const chains: WatchedChain[] = []
  for (const { db, orders } of shops) {
    await insertOpenOrders(db, network, orders, clock())
    chains.push(openWatchedChain(db, network, clock, CONTENT))
  }
  const before = heapMb()
  const daily = costs.map(() => ({ calls: 0, shopMs: 0, postgresMs: 0 }))
  const warmUp = WARM_UP + Math.ceil(Math.max(...shops.map(({ orders }) => orders)) / ORDERS_A_BLOCK)
  for (let block = -warmUp; block < blocks; block++) {
    nowMs += CHAIN_TABLE[railOf(network).chain].blockTimeS * 1000
    for (const [index, chain] of chains.entries()) {
      const cost = await costOf(chain, postmaster)
      const sum = (block < 0 ? daily : costs)[index]
      if (sum === undefined) continue
      sum.calls += cost.calls
      sum.shopMs += cost.shopMs
      sum.postgresMs += cost.postgresMs
    }
  }
  const grownMb = heapMb() - before
  for (const chain of chains) await chain.close()
  const [few, many] = costs
  const passes = daily.map(({ calls, shopMs, postgresMs }) => ({ calls, cpuMs: shopMs + postgresMs }))
  if (few === undefined || many === undefined) throw new Error('expected two shops')
  const ratio = (of: (cost: Cost) => number, digits: number, unit: string, most: number) => {
    const [one, other] = [of(few) / blocks, of(many) / blocks]
    return {
      measured: `${one.toFixed(digits)} → ${other.toFixed(digits)}${unit} (${(other / one).toFixed(2)} x)`,
      aim: `≤ ${String(most)} x  ${other <= most * one ? 'PASS' : 'MISS'}`,
    }
  }
  return [
    { what: `${network}, node calls`, ...ratio(({ calls }) => calls, 2, '', 1.05) },
    { what: `${network}, CPU of the shop`, ...ratio(({ shopMs }) => shopMs, 1, ' ms', 1.5) },
    {
      what: `${network}, CPU of the shop and PostgreSQL`,
      ...ratio(({ shopMs, postgresMs }) => shopMs + postgresMs, 1, ' ms', 1.5),
    },
    {
      what: `${network}, ${warmUp.toLocaleString('en')} blocks with the daily pass: calls, CPU of both`,
      measured: passes
        .map(({ calls, cpuMs }) => `${calls.toLocaleString('en')}, ${(cpuMs / 1000).toFixed(1)} s`)
        .join(' → '),
      aim: '–',
    },
    {
      what: `${network}, memory that stays in the shop's heap, both together`,
      measured: `${grownMb.toFixed(1)} MB`,
      aim: '≤ 200 MB',
    },
  ]
}

async function costOf({ watch, node }: WatchedChain, postmaster: number): Promise<Cost> {
  const calls = node.calls()
  const postgresMs = await treeCpuMs(postmaster)
  const shop = cpuUsage()
  await watch.look()
  const { user, system } = cpuUsage(shop)
  return {
    calls: node.calls() - calls,
    shopMs: (user + system) / 1000,
    postgresMs: (await treeCpuMs(postmaster)) - postgresMs,
  }
}

function heapMb(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** Orders that wait for money for a day; their addresses need only be distinct. */
async function insertOpenOrders(db: Db, network: NetworkId, orders: number, now: Date): Promise<void> {
  const { wallet, coin } = railOf(network)
  await sql`truncate payments, cursors, checkpoints, transfers, wallets, chain_states cascade`.execute(db)
  await sql`insert into wallets (fingerprint, wallet) values ('bench', ${wallet})`.execute(db)
  await sql`alter table payments disable trigger user`.execute(db)
  await sql`
    insert into payments (created_at, expires_at, language, user_email, wallet_address, order_secret_hash, check_code, edition,
      quantity, unit_price_cents, crypto_type, crypto_network, is_simulated, due_atoms, rate_e8, rate_sources, rate_at, wallet,
      wallet_fingerprint, derivation_index, payment_address, required_confirmations)
    select ${now}::timestamptz, ${now}::timestamptz + interval '1 day', 'en', 'buyer@example.com', '0x', sha256('secret'), '',
      'standard', 1, 6399, ${coin}, ${network}, false, 63990000, 100000000, 'fixed', now(), ${wallet}, 'bench', n,
      '0x' || lpad(to_hex(n), 40, '0'), 12
    from generate_series(1, ${orders}::int) n`.execute(db)
  await sql`alter table payments enable trigger user`.execute(db)
  await sql`vacuum analyze payments`.execute(db)
}
