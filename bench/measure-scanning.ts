import { cpuUsage } from 'node:process'
import { sql } from 'kysely'
import { createEvmReader } from '#server/chain/evm/create-evm-reader.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { openDatabase, type Db } from '#server/db/database.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { createLog } from '#server/runtime/log.ts'
import { createChainWatch } from '#server/chain-watcher/look-at-chain.ts'
import { fixedRates } from '#server/prices/rates.ts'
import { cents, parseRate } from '#shared/money.ts'
import { startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { startDialectProxy, type DialectProxy } from '#test/nodes/dialect-proxy.ts'
import { deployToken, mine, sendToken } from '#test/nodes/evm-wallet.ts'
import { unownedHexAddress } from '#test/nodes/watch-list.ts'
import type { Row } from './print-table.ts'

const BLOCKS = 40
const TRANSFERS_PER_BLOCK = 20

interface Cost {
  readonly calls: number
  readonly cpuMs: number
}

/** Reads the same blocks of a real node with few and with many open orders; reading ether balances is measured separately. */
export async function measureScanning(folder: string): Promise<readonly Row[]> {
  const postgres = await startEmbeddedPostgres({ dataFolder: folder })
  try {
    await migrate(postgres.url)
    const { db, close } = openDatabase(postgres.url, { max: 4 })
    try {
      const few = await costWith(db, 10)
      const many = await costWith(db, 100_000)
      return [
        row('node calls a block', few.calls, many.calls, '≤ 1.05 x'),
        row('CPU ms of the server a block', few.cpuMs, many.cpuMs, '≤ 1.5 x'),
      ]
    } finally {
      await close()
    }
  } finally {
    await postgres.stop()
  }
}

function row(what: string, few: number, many: number, aim: string): Row {
  const measured = `${few.toFixed(2)} → ${many.toFixed(2)} (${(many / few).toFixed(2)} x)`
  return { what: `${what}, 10 → 100,000 open orders`, measured, aim }
}

async function costWith(db: Db, orders: number): Promise<Cost> {
  await sql`truncate payments, cursors, checkpoints, transfers, wallets cascade`.execute(db)
  await insertOrders(db, orders)
  const anvil = await startAnvil()
  const proxy = await startDialectProxy({ upstream: anvil.url })
  try {
    return await readBlocks(db, anvil, proxy)
  } finally {
    await proxy.stop()
    await anvil.stop()
  }
}

async function readBlocks(db: Db, anvil: Anvil, proxy: DialectProxy): Promise<Cost> {
  const token = await deployToken(anvil, 6)
  await mine(anvil)
  const log = createLog({ level: 'silent' })
  const reader = createEvmReader({
    chain: 'ethereum',
    urls: [proxy.url],
    chainId: 31337,
    tokens: [{ asset: 'USDT', contract: token }],
    headMaxAgeS: null,
    clock: systemClock,
    log,
  })
  const rates = fixedRates(
    { BTC: parseRate('60000'), ETH: parseRate('3000'), USDT: parseRate('1') },
    systemClock,
  )
  const policy = {
    confirmations: new Map(),
    quorumCents: cents(150_000),
    singleNodeCents: cents(1_000_000),
    endpointCount: () => 1,
    rates,
  }
  const watch = createChainWatch({ db, reader, clock: systemClock, log, policy })
  await watch.look()
  let calls = 0
  let cpuMs = 0
  for (let block = 0; block < BLOCKS; block++) {
    for (let n = 0; n < TRANSFERS_PER_BLOCK; n++) {
      await sendToken(anvil, token, unownedHexAddress(`${String(block)} ${String(n)}`), 1_000_000n)
    }
    await mine(anvil)
    const asked = proxy.receivedCalls.length
    const before = cpuUsage()
    await watch.look()
    const used = cpuUsage(before)
    cpuMs += (used.user + used.system) / 1000
    calls += proxy.receivedCalls.slice(asked).filter((call) => !isBalanceRead(call)).length
  }
  await reader.close()
  return { calls: calls / BLOCKS, cpuMs: cpuMs / BLOCKS }
}

/** Reads many balances with one eth_call that needs no deployed contract. */
function isBalanceRead({ method, params }: { method: string; params: readonly unknown[] }): boolean {
  const [call] = params
  return method === 'eth_call' && typeof call === 'object' && call !== null && !('to' in call)
}

/** Open ERC-20 orders; addresses need only be distinct. */
async function insertOrders(db: Db, count: number): Promise<void> {
  await sql`insert into wallets (fingerprint, wallet) values ('bench', 'evm')`.execute(db)
  await sql`
    insert into payments (created_at, expires_at, language, user_email, wallet_address, order_secret_hash, check_code, edition, quantity,
      unit_price_cents, crypto_type, crypto_network, is_simulated, due_atoms, rate_e8, rate_sources, rate_at, wallet,
      wallet_fingerprint, derivation_index, payment_address, required_confirmations)
    select now(), now() + interval '1 hour', 'en', 'buyer@example.com', '0x', sha256('secret'), '', 'standard', 1, 6399, 'usdt',
      'erc20', false, 63990000, 100000000, 'fixed', now(), 'evm', 'bench', n,
      '0x' || lpad(to_hex(n), 40, '0'), 12
    from generate_series(1, ${count}) n`.execute(db)
  await sql`analyze payments`.execute(db)
}
