import { USD } from '#shared/currency.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { createAddressQueue } from '#server/address-pool/address-queue.ts'
import { fillAddressPool } from '#server/address-pool/fill-address-pool.ts'
import { DEMO_XPUBS } from '#server/chain/addresses/demo-xpubs.ts'
import { parseXpub, type Xpub } from '#server/chain/addresses/parse-xpub.ts'
import { issuePass } from '#server/captcha/passes.ts'
import type { Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { createSimChain } from '#server/demo/sim-chain.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import {
  createPayment,
  type BuyerContext,
  type CreatePaymentResult,
} from '#server/payments/create-payment.ts'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { fixedRates } from '#server/prices/rates.ts'
import type { CreatePaymentRequest } from '#shared/api.ts'
import { usdCents } from '#shared/money.ts'
import { NETWORKS, railOf, type NetworkId } from '#shared/rails.ts'
import type { StockMode } from '#shared/editions.ts'
import { CHAINS, CHAIN_TABLE, type Wallet } from '#shared/chains.ts'
import { insertCursor, insertTransfer } from './insert-transfer.ts'
import { TEST_RATES } from './test-rates.ts'
import { testEditions } from './editions.ts'
import { TEST_SECRET } from './installation-secret.ts'
import { networksAll } from '#shared/address-form.ts'

/** The dependencies of `createPayment`, with fixed rates, the demo's wallets and all rails available. */
export function orderDeps(
  db: Db,
  clock: Clock,
  { stock = 'backorder', limits = 'off' }: { stock?: StockMode; limits?: number | 'off' } = {},
): CreatePaymentDeps {
  return {
    db,
    clock,
    limits: createLimits(db, clock, { factor: limits }),
    policy: {
      confirmations: new Map(),
      quorumCents: usdCents(1_500_00),
      singleNodeCents: usdCents(10_000_000_00),
      endpointCount: () => 1,
      rates: fixedRates(TEST_RATES, clock),
      currency: USD,
    },
    onSale: () => testEditions(stock),
    wallets: { bitcoin: xpub('bitcoin'), litecoin: xpub('litecoin'), evm: xpub('evm'), tron: xpub('tron') },
    outputNetworks: networksAll('regtest'),
    windowS: 900,
    secret: TEST_SECRET,
    addresses: createAddressQueue(db),
    railStates: () =>
      Promise.resolve(
        NETWORKS.map((network) => ({ network, available: true, reason: null, simulated: true })),
      ),
  }
}

function xpub(wallet: Wallet): Xpub {
  const parsed = parseXpub(DEMO_XPUBS[wallet], { wallet, outputNetworks: networksAll('regtest') })
  if (parsed.kind !== 'xpub') throw new Error(parsed.message)
  return parsed.xpub
}

/** One standard edition, paid in bitcoin. */
export const USUAL_REQUEST: CreatePaymentRequest = {
  userEmail: 'buyer@example.com',
  steamId: 'buyer@example.com',
  walletAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  edition: 'standard',
  cryptoType: 'bitcoin',
  cryptoNetwork: 'bitcoin',
  totalPrice: 63.99,
  quantity: 1,
}

/** Orders like a browser that has just solved a captcha; creates a pass unless one is given. */
export async function order(
  deps: CreatePaymentDeps,
  request: Partial<CreatePaymentRequest> = {},
  buyer: Partial<BuyerContext> = {},
): Promise<CreatePaymentResult> {
  await readyAddresses(deps, request.cryptoNetwork ?? USUAL_REQUEST.cryptoNetwork)
  const pass = buyer.pass === undefined ? await issuePass(deps.db, deps.clock()) : buyer.pass
  const usual = { client: '203.0.113.7', language: 'en', idempotencyKey: null } as const
  return createPayment(deps, { ...USUAL_REQUEST, ...request }, { ...usual, ...buyer, pass })
}

/** Fills the address pool of a rail's wallet, as the leader does; the simulated chains say what was used. */
export async function readyAddresses(
  { db, clock, wallets }: CreatePaymentDeps,
  network: NetworkId,
  { count = 10 } = {},
): Promise<void> {
  const { wallet } = railOf(network)
  const xpub = wallets[wallet]
  if (xpub === null) return
  const ready = await db
    .selectFrom('address_pool')
    .select('derivation_index')
    .where('wallet_fingerprint', '=', xpub.fingerprint)
    .execute()
  if (ready.length >= count / 2) return
  const chains = CHAINS.filter((chain) => CHAIN_TABLE[chain].wallet === wallet)
  const readers = chains.map((chain) => createSimChain({ db, chain, clock }).reader)
  await fillAddressPool({ db, clock, xpub, readers }, { size: count, recheckBefore: new Date(0) })
}

/** Creates an order, for tests of later steps. */
export async function placeOrder(...args: Parameters<typeof order>): Promise<PaymentRecord> {
  const creation = await order(...args)
  if (creation.kind === 'refused') throw new Error(`an order was refused: ${creation.message}`)
  return creation.record
}

/**
 * Stores a transfer for an order, deep enough for any order; of the whole amount unless given.
 *
 * @returns the transaction's hash.
 */
export async function payOnChain(
  db: Db,
  record: PaymentRecord,
  { atoms = record.due_atoms, seenAt = record.created_at, confirmations = 50 } = {},
): Promise<string> {
  const headHeight = 1_000
  await insertCursor(db, { height: headHeight, at: seenAt })
  const height = headHeight - confirmations + 1
  const txHash = randomBytes(32).toString('hex')
  const block = { block_height: height, block_hash: `block ${String(height)}`, block_at: seenAt }
  await insertTransfer(db, {
    tx_hash: txHash,
    address: record.payment_address,
    payment_id: record.id,
    atoms,
    seen_at: seenAt,
    ...(confirmations === 0 ? {} : block),
  })
  return txHash
}

/** The content of the database except rate limits, as text: to check that a rejected call wrote nothing. */
export async function contentsOf(db: Db): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'limits' order by 1`.execute(
    db,
  )
  const contents = []
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.raw(name)} t order by 1`.execute(db)
    contents.push(`${name}: ${rows.map(({ row }) => row).join(' ')}`)
  }
  return contents.join('\n')
}

/** Deletes all orders and the data that refers to them; faster than a new database per test. */
export async function forgetOrders(db: Db): Promise<void> {
  await sql`truncate payments, wallets, game_keys, captcha_passes, cursors, limits cascade`.execute(db)
}
