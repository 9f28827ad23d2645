import { cpuUsage } from 'node:process'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { fillReferenceTables } from '#server/db/fill-reference-tables.ts'
import { migrate } from '#server/db/migrate.ts'
import { CHAIN_TABLE, isEvmChain } from '#shared/chains.ts'
import { railOf, type NetworkId } from '#shared/rails.ts'
import { findBitcoind } from '#test/nodes/bitcoind.ts'
import { measureBitcoinBlock } from './measure-bitcoin-block.ts'
import { printTable, type Row } from './print-table.ts'
import { postmasterPid, treeCpuMs } from './process-cost.ts'
import { readOptions } from './read-options.ts'
import { openWatchedChain, type WatchedChain } from '#test/nodes/watched-chain.ts'
import { serveCallNode } from './serve-call-node.ts'
import { withBench, type Bench } from './with-bench.ts'

const NETWORKS = ['erc20', 'ethereum', 'usdc-base'] as const satisfies NetworkId[]
const WARM_UP = 5
/** Of the daily pass over all orders, which is measured by itself. */
const ORDERS_A_BLOCK = 2_000
const ORDERS_A_STATEMENT = 20_000
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'max_wal_size=4GB', 'shared_buffers=256MB']

/**
 * Measures what a block costs with one open order and with a million: calls to the node, CPU of the shop and of PostgreSQL,
 * memory. Both are polled in turn, in two databases of one PostgreSQL, on a clock that is moved from block to block. The node is a
 * process of its own, whose CPU a shop does not pay, and asked through HTTP, which it pays. Then a full block of Bitcoin.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { orders, blocks } = readOptions(args, { orders: 1_000_000, blocks: 60 })
  await withBench(async (bench) => {
    const { url } = await bench.postgres(SETTINGS)
    const [few, many] = [await createShop(bench, url, 'few'), await createShop(bench, url, 'many')]
    const shops = [
      { db: few, orders: 1 },
      { db: many, orders },
    ]
    const rows: Row[] = []
    for (const network of NETWORKS) rows.push(...(await compare(bench, network, shops, blocks)))
    printTable(`watching: 1 → ${orders.toLocaleString('en')} open orders, for a block`, rows)
    if ((await findBitcoind()) === null) return
    await insertOpenOrders(many, 'bitcoin', orders, new Date())
    printTable('watching: Bitcoin', await measureBitcoinBlock(many))
  })
}

async function createShop(bench: Bench, server: string, name: string): Promise<Db> {
  const url = await bench.createDatabase(server, name)
  await migrate(url)
  const { db } = await bench.database(url, 4)
  await fillReferenceTables(db)
  return db
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
  bench: Bench,
  network: NetworkId,
  shops: readonly Shop[],
  blocks: number,
): Promise<readonly Row[]> {
  let nowMs = Date.now()
  const clock = () => new Date(nowMs)
  const costs: Cost[] = shops.map(() => ({ calls: 0, shopMs: 0, postgresMs: 0 }))
  const chains: WatchedChain[] = []
  for (const { db, orders } of shops) {
    await insertOpenOrders(db, network, orders, clock())
    const node = await serveCallNode(bench, network, clock)
    chains.push(openWatchedChain(db, network, clock, node))
  }
  const postmaster = await postmasterPid(shops[0]?.db as Db)
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

/** Orders that wait for money for a day, one made each tenth of a second; their addresses need only be distinct. */
async function insertOpenOrders(db: Db, network: NetworkId, orders: number, now: Date): Promise<void> {
  const { wallet } = railOf(network)
  await sql`truncate payments, cursors, checkpoints, transfers, wallets, chain_states cascade`.execute(db)
  await sql`insert into wallets (fingerprint, wallet) values ('bench', ${wallet})`.execute(db)
  await sql`alter table payments disable trigger user`.execute(db)
  // a statement must not take longer than the shop's own may
  for (let from = 1; from <= orders; from += ORDERS_A_STATEMENT)
    await insertOrders(db, network, [from, Math.min(orders, from + ORDERS_A_STATEMENT - 1)], now)
  await sql`alter table payments enable trigger user`.execute(db)
  await sql`vacuum analyze payments`.execute(db)
}

async function insertOrders(
  db: Db,
  network: NetworkId,
  [first, last]: readonly [number, number],
  now: Date,
): Promise<void> {
  const { chain, wallet, coin } = railOf(network)
  await sql`
    insert into payments (created_at, expires_at, language, user_email, wallet_address, order_secret_hash, check_code, edition,
      quantity, unit_price_cents, price_usd_cents, crypto_type, crypto_network, is_simulated, due_atoms, rate_e8, rate_sources, rate_at, wallet,
      wallet_fingerprint, derivation_index, payment_address, required_confirmations)
    select ${now}::timestamptz - n * interval '0.1 s', ${now}::timestamptz + interval '1 day', 'en', 'buyer@example.com', '0x', sha256('secret'), '',
      'standard', 1, 6399, 6399, ${coin}, ${network}, false, 63990000, 100000000, 'fixed', now(), ${wallet}, 'bench', n,
      ${isEvmChain(chain) ? sql`'0x' || left(hash, 40)` : sql`'bcrt1q' || translate(left(hash, 38), '0123456789abcdef', 'qpzry9x8gf2tvdw0')`}, 12
    from generate_series(${first}::int, ${last}::int) n, encode(sha256(n::text::bytea), 'hex') hash`.execute(
    db,
  )
}
