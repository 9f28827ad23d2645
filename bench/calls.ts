import { sql } from 'kysely'
import { evmChainOf } from '#server/chain/evm/evm-chains.ts'
import { lookPauseMs } from '#server/chain-watcher/look-pace.ts'
import type { Db } from '#server/db/database.ts'
import { fillReferenceTables } from '#server/db/fill-reference-tables.ts'
import { migrate } from '#server/db/migrate.ts'
import { CHAIN_TABLE, isEvmChain, type EvmChainId } from '#shared/chains.ts'
import { railOf, type NetworkId } from '#shared/rails.ts'
import { openWatchedChain } from '#test/nodes/watched-chain.ts'
import { withBench } from './with-bench.ts'

/** Networks whose chain is read by providers with free plans; a bitcoind is the shop's own. */
const NETWORKS = [
  'ethereum',
  'erc20',
  'bep20',
  'trc20',
  'usdc-base',
  'usdc-polygon',
] as const satisfies NetworkId[]
const OPEN_ORDERS = [0, 10, 1_000] as const
/** The time that is simulated; the calls are multiplied up to a day. */
const SIMULATED_S = 900

/** Counts the calls to nodes in a day, without and with open orders, on a clock that is moved from poll to poll. */
export async function run(): Promise<void> {
  await withBench(async (bench) => {
    const { url } = await bench.postgres()
    await migrate(url)
    const { db } = await bench.database(url, 4)
    await fillReferenceTables(db)
    console.log('| network | open orders | calls a poll | calls a day |\n| --- | --- | --- | --- |')
    for (const network of NETWORKS) {
      for (const orders of OPEN_ORDERS) {
        const { calls, polls } = await countCalls(db, network, orders)
        const aDay = Math.round((calls / SIMULATED_S) * 86_400)
        console.log(
          `| ${network} | ${orders.toLocaleString('en')} | ${(calls / polls).toFixed(1)} | ${aDay.toLocaleString('en')} |`,
        )
      }
    }
  })
}

async function countCalls(
  db: Db,
  network: NetworkId,
  orders: number,
): Promise<{ readonly calls: number; readonly polls: number }> {
  const { chain } = railOf(network)
  if (!isEvmChain(chain)) throw new RangeError(`expected a chain with an EVM reader, got ${chain}`)
  await sql`truncate payments, cursors, checkpoints, transfers, wallets, chain_states cascade`.execute(db)
  const startMs = Date.UTC(2026, 10, 22)
  let nowMs = startMs
  const clock = () => new Date(nowMs)
  await insertOrders(db, network, orders, clock())
  const { node, watch, close } = openWatchedChain(db, network, clock)
  await watch.look()
  const before = node.calls()
  let polls = 0
  for (; nowMs - startMs < SIMULATED_S * 1000; polls += 1) {
    nowMs += await lookPauseMs(db, chain, CHAIN_TABLE[chain].lookEveryMs, clock())
    await watch.look()
  }
  await close()
  return { calls: node.calls() - before, polls }
}

/** Open orders, and ten that are delivered and final, so that there is something to watch. */
async function insertOrders(db: Db, network: NetworkId, open: number, now: Date): Promise<void> {
  const { wallet, coin, chain } = railOf(network)
  const { fromHex } = evmChainOf(chain as EvmChainId).codec
  await sql`insert into wallets (fingerprint, wallet) values ('bench', ${wallet})`.execute(db)
  const addresses = Array.from({ length: open + 10 }, (_, n) =>
    fromHex(`0x${(n + 1).toString(16).padStart(40, '0')}`),
  )
  await sql`
    insert into payments (created_at, expires_at, language, user_email, wallet_address, order_secret_hash, check_code, edition, quantity,
      unit_price_cents, crypto_type, crypto_network, is_simulated, due_atoms, rate_e8, rate_sources, rate_at, wallet,
      wallet_fingerprint, derivation_index, payment_address, required_confirmations, status, is_final)
    select ${now}::timestamptz - case when n > ${open} then interval '30 days' else interval '0' end,
      ${now}::timestamptz + case when n > ${open} then interval '-29 days' else interval '1 hour' end,
      'en', 'buyer@example.com', '0x', sha256('secret'), '', 'standard', 1, 6399, ${coin}, ${network}, false, 63990000,
      100000000, 'fixed', now(), ${wallet}, 'bench', n, address, 12,
      case when n > ${open} then 'refunded' else 'pending' end, n > ${open}
    from unnest(${addresses}::text[]) with ordinality as made (address, n)`.execute(db)
  await sql`analyze payments`.execute(db)
}
