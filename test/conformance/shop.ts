import { USD } from '#shared/currency.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { createAddressQueue } from '#server/address-pool/address-queue.ts'
import { fillAddressPool } from '#server/address-pool/fill-address-pool.ts'
import { deriveAddress } from '#server/chain/addresses/derive-address.ts'
import { DEMO_XPUBS } from '#server/chain/addresses/demo-xpubs.ts'
import { parseXpub, type Xpub } from '#server/chain/addresses/parse-xpub.ts'
import { issuePass } from '#server/captcha/passes.ts'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { systemClock, type Clock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import { createLog } from '#server/runtime/log.ts'
import { createPayment } from '#server/payments/create-payment.ts'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import { createChainWatch, type ChainWatch } from '#server/chain-watcher/look-at-chain.ts'
import type { PaymentPolicy } from '#server/payments/policy.ts'
import { fixedRates } from '#server/prices/rates.ts'
import { testEditions } from '#test/editions.ts'
import { cents, centsToNumber, usdCents, type Rate, type UsdCents } from '#shared/money.ts'
import { NETWORKS, railOf, type NetworkId } from '#shared/rails.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { CHAIN_TABLE, type Wallet } from '#shared/chains.ts'
import { TEST_RATES } from '#test/test-rates.ts'
import { TEST_CIPHER } from '../installation-secret.ts'
import { networksAll } from '#shared/address-form.ts'

/** An order as its buyer sees it. */
export interface Order {
  readonly id: string
  readonly network: NetworkId
  readonly address: string
  /** The amount due, in atoms of the rail. */
  readonly due: bigint
  readonly priceCents: number
  readonly quantity: number
}

export interface OrderOptions {
  readonly quantity?: number
  readonly windowS?: number
  /** The age of the order in seconds: its window can be over before anything is paid. */
  readonly ageS?: number
}

/** A shop without its HTTP server: real database, real orders, real polls of chains; only its clock can be advanced. */
export interface Shop {
  readonly db: Db
  readonly url: string
  readonly clock: Clock
  /** Advances the shop's clock; chains have their own. */
  readonly pass: (seconds: number) => void
  order(network: NetworkId, options?: OrderOptions): Promise<Order>
  /** The shop's policy if each chain has this many nodes. */
  readonly policyOver: (endpoints: number) => PaymentPolicy
  /** Asks a chain for addresses that were never used, as the leader does, if the pool has none for it. */
  readyAddresses(reader: ChainReader): Promise<void>
  /** Creates a watcher in the state after a start. */
  watch(reader: ChainReader): ChainWatch
  /** What may leave on the word of a single node within 24 hours; more than all orders of a suite by default. */
  singleNodeCents: UsdCents
  /** The rate for late payments; null for the quoted rate. */
  lateRate: Rate | null
  close(): Promise<void>
}

/** More than the orders of one suite get, and few enough to be inserted at once. */
const KEYS = 1000
/** All orders are for this edition. */
const EDITION = 'standard'
const REFUND_INDEX = 1_000_000

/** @param database with keys of its own; by default a new one, with keys. */
export async function openShop(database: TestDatabase | null = null): Promise<Shop> {
  const { db, url, close } = database ?? (await createTestDatabase())
  if (database === null) await addNewKeys(db, TEST_CIPHER, EDITION, KEYS)
  let aheadMs = 0
  const clock: Clock = () => new Date(systemClock().getTime() + aheadMs)
  const quoted = fixedRates(TEST_RATES, clock)
  const policyOver = (endpoints: number): PaymentPolicy => ({
    confirmations: new Map(),
    quorumCents: usdCents(150_000),
    singleNodeCents: shop.singleNodeCents,
    endpointCount: () => endpoints,
    rates: { ...quoted, near: async (...asked) => shop.lateRate ?? (await quoted.near(...asked)) },
    currency: USD,
  })
  const shop: Shop = {
    db,
    url,
    policyOver,
    clock,
    pass: (seconds) => void (aheadMs += seconds * 1000),
    singleNodeCents: usdCents(10_000_000_00),
    lateRate: null,
    readyAddresses: (reader) => readyAddresses(db, clock, reader),
    order: (network, options = {}) => makeOrder(db, depsOf, network, clock, options),
    watch: (reader) =>
      createChainWatch({
        db,
        reader,
        clock,
        log: createLog({ level: 'silent' }),
        policy: policyOver(reader.endpointCount),
      }),
    close,
  }
  const depsOf = (at: Clock, windowS: number): CreatePaymentDeps => ({
    db,
    clock: at,
    limits: createLimits(db, at, { factor: 'off' }),
    policy: policyOver(1),
    onSale: () => testEditions(),
    wallets: {
      bitcoin: xpubOf('bitcoin'),
      litecoin: xpubOf('litecoin'),
      evm: xpubOf('evm'),
      tron: xpubOf('tron'),
    },
    outputNetworks: networksAll('regtest'),
    windowS,
    secret: randomBytes(32),
    addresses: createAddressQueue(db),
    railStates: () =>
      Promise.resolve(
        NETWORKS.map((network) => ({ network, available: true, reason: null, simulated: false })),
      ),
  })
  return shop
}

async function makeOrder(
  db: Db,
  depsOf: (at: Clock, windowS: number) => CreatePaymentDeps,
  network: NetworkId,
  clock: Clock,
  { quantity = 2, windowS = 900, ageS = 0 }: OrderOptions,
): Promise<Order> {
  const at: Clock = () => new Date(clock().getTime() - ageS * 1000)
  const rail = railOf(network)
  const priceCents = 63_99 * quantity
  const creation = await createPayment(
    depsOf(at, windowS),
    {
      userEmail: 'buyer@example.com',
      steamId: 'buyer@example.com',
      walletAddress: deriveAddress(xpubOf(rail.wallet), REFUND_INDEX),
      edition: EDITION,
      cryptoType: rail.coin,
      cryptoNetwork: network,
      totalPrice: centsToNumber(cents(priceCents), USD),
      quantity,
    },
    { client: '192.0.2.1', language: 'en', pass: await issuePass(db, at()), idempotencyKey: null },
  )
  if (creation.kind === 'refused') throw new Error(`expected an order, refused: ${creation.message}`)
  const { id, payment_address: address, due_atoms: due } = creation.record
  return { id, network, address, due, priceCents, quantity }
}

const ADDRESSES_READY = 40

async function readyAddresses(db: Db, clock: Clock, reader: ChainReader): Promise<void> {
  const xpub = xpubOf(CHAIN_TABLE[reader.chain].wallet)
  const ready = await db
    .selectFrom('address_pool')
    .select('derivation_index')
    .where('wallet_fingerprint', '=', xpub.fingerprint)
    .where('unused_on', '@>', sql<string[]>`array[${reader.chain}]`)
    .executeTakeFirst()
  if (ready !== undefined) return
  const filled = await fillAddressPool(
    { db, clock, xpub, readers: [reader] },
    { size: ADDRESSES_READY, recheckBefore: new Date(0) },
  )
  if (filled.failures[0] !== undefined) throw filled.failures[0]
}

function xpubOf(wallet: Wallet): Xpub {
  const parsed = parseXpub(DEMO_XPUBS[wallet], { wallet, outputNetworks: networksAll('regtest') })
  if (parsed.kind !== 'xpub') throw new Error(parsed.message)
  return parsed.xpub
}
