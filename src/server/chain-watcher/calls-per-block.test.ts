import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { BUDGETS } from '#test/budgets.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { openWatchedChain } from '#test/nodes/watched-chain.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import { railOf } from '#shared/rails.ts'

const BLOCKS = 20
const database = useTestDatabase()

const NETWORKS = Object.keys(BUDGETS.nodeCalls) as (keyof typeof BUDGETS.nodeCalls)[]
test.each(NETWORKS.flatMap((network) => [1, 1_000].map((orders) => [network, orders] as const)))(
  '%s: what twenty blocks cost with %i open orders',
  async (network, orders) => {
    const { db } = database
    let nowMs = Date.UTC(2026, 10, 23)
    await sql`truncate payments, cursors, checkpoints, transfers, wallets, chain_states cascade`.execute(db)
    await insertOpenOrders(network, orders, new Date(nowMs))
    const { watch, node, close } = openWatchedChain(db, network, () => new Date(nowMs))
    const nextBlock = async () => {
      nowMs += CHAIN_TABLE[railOf(network).chain].blockTimeS * 1000
      await watch.look()
    }
    await nextBlock()
    await nextBlock()
    const before = node.calls()
    for (let block = 0; block < BLOCKS; block += 1) await nextBlock()
    expect(node.calls() - before).toBe(BUDGETS.nodeCalls[network])
    await close()
  },
)

async function insertOpenOrders(
  network: keyof typeof BUDGETS.nodeCalls,
  orders: number,
  now: Date,
): Promise<void> {
  const { coin, wallet } = railOf(network)
  const first = await insertPayment(database.db, {
    created_at: now,
    expires_at: new Date(now.getTime() + 24 * 3600_000),
    wallet,
    crypto_type: coin,
    crypto_network: network,
    payment_address: `0x${'0'.repeat(40)}`,
  })
  await sql`
    with copied as (select p.*, n from payments p, generate_series(1, ${orders - 1}::int) n where p.id = ${first})
    insert into payments (created_at, expires_at, language, user_email, wallet_address, order_secret_hash, check_code, edition,
      quantity, unit_price_cents, crypto_type, crypto_network, is_simulated, due_atoms, rate_e8, rate_sources, rate_at, wallet,
      wallet_fingerprint, derivation_index, payment_address, required_confirmations, status)
    select created_at, expires_at, language, user_email, wallet_address, sha256(n::text::bytea), check_code, edition,
      quantity, unit_price_cents, crypto_type, crypto_network, is_simulated, due_atoms, rate_e8, rate_sources, rate_at, wallet,
      wallet_fingerprint, derivation_index + n, '0x' || lpad(to_hex(n), 40, '0'), required_confirmations, status
    from copied`.execute(database.db)
}
