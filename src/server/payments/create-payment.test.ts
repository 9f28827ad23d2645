import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { issuePass, hasPass } from '#server/captcha/passes.ts'
import { deriveAddress } from '#server/chain/addresses/derive-address.ts'
import type { CreatePaymentRequest } from '#shared/api.ts'
import { NETWORKS, railOf } from '#shared/rails.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import {
  contentsOf,
  order,
  orderDeps,
  placeOrder,
  readyAddresses,
  USUAL_REQUEST,
} from '#test/order-fixture.ts'
import { refundAddressOf } from '#test/refund-addresses.ts'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import { createPayment, type CreatePaymentResult } from './create-payment.ts'
import { secretOf } from '#test/installation-secret.ts'
import { useOrders } from '#test/use-orders.ts'

const database = useTestDatabase({ max: 20 })
const { time, deps } = useOrders(database)
beforeEach(() => readyAddresses(deps, 'bitcoin'))

const QUOTES = {
  bitcoin: 213_300n,
  ethereum: 42_660_000_000_000_000n,
  erc20: 127_980_000n,
  trc20: 127_980_000n,
  bep20: 127_980_000_000_000_000_000n,
  'usdc-ethereum': 127_980_000n,
  'usdc-base': 127_980_000n,
  'usdc-polygon': 127_980_000n,
  litecoin: 127_980_000n,
  'eurc-ethereum': 118_500_000n,
  'eurc-base': 118_500_000n,
} as const

test.each(NETWORKS)("an order on %s has the shop's price, quote, rate and address", async (network) => {
  const rail = railOf(network)
  const record = await placeOrder(deps, {
    cryptoType: rail.coin,
    cryptoNetwork: network,
    walletAddress: refundAddressOf(network),
    quantity: 2,
    totalPrice: 127.98,
  })
  const xpub = deps.wallets[rail.wallet]
  if (xpub === null) throw new Error('the fixture has every wallet')
  expect(record).toMatchObject({
    status: 'pending',
    flags: [],
    price_usd_cents: 127_98,
    due_atoms: QUOTES[network],
    rate_sources: 'fixed',
    is_simulated: true,
    derivation_index: 0,
    payment_address: deriveAddress(xpub, 0),
    wallet_fingerprint: xpub.fingerprint,
    expires_at: new Date(time.clock().getTime() + 900_000),
  })
  expect(secretOf(record)).toMatch(/^[\w-]{32}$/)
  expect(record.client_hash).not.toContain('203.0.113.7')
})

describe('a refused order spends no captcha and writes nothing', () => {
  const refusals: [code: string, status: number, what: string, request: Partial<CreatePaymentRequest>][] = [
    ['RAIL_MISMATCH', 400, 'USDT on bitcoin', { cryptoType: 'usdt' }],
    ['RAIL_MISMATCH', 400, 'bitcoin on Tron', { cryptoNetwork: 'trc20' }],
    ['PRICE_MISMATCH', 400, 'a cent less', { totalPrice: 63.98 }],
    ['PRICE_MISMATCH', 400, 'a cent more', { totalPrice: 64 }],
    ['PRICE_MISMATCH', 400, 'a fraction of a cent', { totalPrice: 63.990001 }],
    ['PRICE_MISMATCH', 400, 'the price of one for two', { quantity: 2 }],
    ['PRICE_MISMATCH', 400, 'the price of the other edition', { edition: 'supporter' }],
    ['ADDRESS_INVALID', 400, 'not an address', { walletAddress: 'buyer' }],
    [
      'ADDRESS_INVALID',
      400,
      'a typing error',
      { walletAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv' },
    ],
    ['ADDRESS_INVALID', 400, 'an address of another network', { walletAddress: refundAddressOf('trc20') }],
    [
      'ADDRESS_INVALID',
      400,
      'letters in the wrong case',
      {
        cryptoType: 'ethereum',
        cryptoNetwork: 'ethereum',
        walletAddress: refundAddressOf('erc20').replace('Ef', 'eF'),
      },
    ],
    [
      'ADDRESS_INVALID',
      400,
      'a typing error on Tron',
      {
        cryptoType: 'usdt',
        cryptoNetwork: 'trc20',
        walletAddress: refundAddressOf('trc20').replace('WYdH', 'WYdh'),
      },
    ],
  ]
  test.each(refusals)('%s (%i): %s', async (code, status, _what, request) => {
    await expectRefusal(() => order(deps, request, { pass: usualPass }), code, status)
  })

  test('RAIL_UNAVAILABLE: the node of the rail is down', async () => {
    const states = (await deps.railStates()).map((one) => ({
      ...one,
      available: false,
      reason: 'node_down' as const,
    }))
    const paused = { ...deps, railStates: () => Promise.resolve(states) }
    await expectRefusal(() => order(paused, {}, { pass: usualPass }), 'RAIL_UNAVAILABLE', 409)
  })

  test('RAIL_UNAVAILABLE: the rail has no wallet', async () => {
    const bare = { ...deps, wallets: { ...deps.wallets, bitcoin: null } }
    await expectRefusal(() => order(bare, {}, { pass: usualPass }), 'RAIL_UNAVAILABLE', 409)
  })

  test('RAIL_UNAVAILABLE: no address is known to be unused', async () => {
    const spent = { ...deps, wallets: { ...deps.wallets, bitcoin: otherXpub() } }
    const states = (await deps.railStates()).map((one) => ({
      ...one,
      available: false,
      reason: 'no_address' as const,
    }))
    const waiting = { ...spent, railStates: () => Promise.resolve(states) }
    const ordered = () =>
      createPayment(waiting, USUAL_REQUEST, {
        client: '203.0.113.7',
        language: 'en',
        pass: usualPass,
        idempotencyKey: null,
      })
    await expectRefusal(ordered, 'RAIL_UNAVAILABLE', 409)
  })

  test('RATE_UNAVAILABLE: there is no current rate', async () => {
    const rates = { ...deps.policy.rates, current: () => Promise.resolve(null) }
    const blind = { ...deps, policy: { ...deps.policy, rates } }
    await expectRefusal(() => order(blind, {}, { pass: usualPass }), 'RATE_UNAVAILABLE', 409)
  })

  test('OUT_OF_STOCK: nothing is left to hold', async () => {
    const reserving = orderDeps(database.db, time.clock, { stock: 'reserve' })
    await expectRefusal(() => order(reserving, {}, { pass: usualPass }), 'OUT_OF_STOCK', 409)
  })

  test.each([
    ['no captcha', null],
    ['an unknown one', 'x'.repeat(43)],
  ])('CAPTCHA_REQUIRED: %s', async (_what, pass) => {
    await expectRefusal(() => order(deps, {}, { pass }), 'CAPTCHA_REQUIRED', 403)
  })

  test('CAPTCHA_REQUIRED: the captcha pass was spent, or is too old', async () => {
    await placeOrder(deps, {}, { pass: usualPass })
    await expectRefusal(() => order(deps, {}, { pass: usualPass }), 'CAPTCHA_REQUIRED', 403, {
      isUnspent: false,
    })
    const old = await issuePass(database.db, time.clock())
    time.pass(901)
    await expectRefusal(() => order(deps, {}, { pass: old }), 'CAPTCHA_REQUIRED', 403, { isUnspent: false })
  })

  test('RATE_LIMITED: above the limit a fresh captcha is required, far above it the client must wait', async () => {
    Object.assign(deps, orderDeps(database.db, time.clock, { limits: 0.05 }))
    // paid ones, since unpaid ones have a limit of their own
    const orderAndPay = async () => {
      const result = await order(deps)
      await database.db.updateTable('payments').set({ status: 'detected' }).execute()
      return result
    }
    for (let made = 0; made < 3; made++) await orderAndPay()
    time.pass(61)
    for (let made = 0; made < 3; made++) await orderAndPay()
    // solved 61 s ago: valid below the limit, too old above it
    await expectRefusal(() => order(deps, {}, { pass: usualPass }), 'CAPTCHA_REQUIRED', 403)
    let last = await orderAndPay()
    expect(last.kind).toBe('created')
    for (let more = 0; more < 30 && last.kind !== 'refused'; more++) last = await orderAndPay()
    expect(last).toMatchObject({ kind: 'refused', code: 'RATE_LIMITED', status: 429 })
    expect(last.kind === 'refused' && last.retryAfterS).toBeGreaterThan(0)
    expect(await order(deps, {}, { client: '203.0.113.8' })).toMatchObject({ kind: 'created' })
  })
})

test('the fields of an order are checked before its captcha', async () => {
  expect(await order(deps, { totalPrice: 1 }, { pass: null })).toMatchObject({ code: 'PRICE_MISMATCH' })
  expect(await order(deps, { walletAddress: 'x' }, { pass: null })).toMatchObject({ code: 'ADDRESS_INVALID' })
})

describe('an Idempotency-Key', () => {
  const idempotencyKey = 'f3f1a3e2-once'

  test('returns the same order again, without a captcha, whatever has changed since', async () => {
    const first = await placeOrder(deps, {}, { idempotencyKey })
    const closed = { ...deps, railStates: () => Promise.resolve([]) }
    const before = await contentsOf(database.db)
    const again = await order(closed, {}, { idempotencyKey, pass: null })
    expect(again).toMatchObject({ kind: 'repeated', record: { id: first.id } })
    expect(await contentsOf(database.db)).toBe(before)
  })

  test('with another order is refused', async () => {
    await placeOrder(deps, {}, { idempotencyKey })
    const other = await order(deps, { userEmail: 'other@example.com' }, { idempotencyKey, pass: null })
    expect(other).toMatchObject({ kind: 'refused', code: 'IDEMPOTENCY_CONFLICT', status: 409 })
  })

  test('of a refused order can be used again', async () => {
    expect(await order(deps, {}, { idempotencyKey, pass: null })).toMatchObject({ code: 'CAPTCHA_REQUIRED' })
    expect(await order(deps, {}, { idempotencyKey })).toMatchObject({ kind: 'created' })
  })

  test('is kept for 24 hours', async () => {
    const first = await placeOrder(deps, {}, { idempotencyKey })
    time.pass(24 * 3600)
    expect(await order(deps, {}, { idempotencyKey })).toMatchObject({ kind: 'repeated' })
    time.pass(1)
    const second = await placeOrder(deps, {}, { idempotencyKey })
    expect(second.id).not.toBe(first.id)
  })

  test('sent twenty times at once creates one order and spends one captcha', async () => {
    const creations = await Promise.all(Array.from({ length: 20 }, () => order(deps, {}, { idempotencyKey })))
    expect(new Set(creations.map(idOf)).size).toBe(1)
    expect(creations.filter((one) => one.kind === 'created')).toHaveLength(1)
    expect(await countOf('captcha_passes where spent_by is not null')).toBe(1)
    expect(await countOf('payments')).toBe(1)
    // the nineteen addresses of the others are offered again, the lowest first
    const [taken = -1] = await indexes()
    expect((await placeOrder(deps)).derivation_index).toBe(taken === 0 ? 1 : 0)
  })

  test('sent at once with two orders creates one of them', async () => {
    const creations = await Promise.all([
      order(deps, {}, { idempotencyKey }),
      order(deps, { userEmail: 'other@example.com' }, { idempotencyKey }),
    ])
    const outcomes = creations.map((one) => (one.kind === 'refused' ? one.code : one.kind)).sort()
    expect(outcomes).toEqual(['IDEMPOTENCY_CONFLICT', 'created'])
  })
})

test('one captcha sent with ten orders at once creates one of them', async () => {
  const pass = await issuePass(database.db, time.clock())
  const creations = await Promise.all(Array.from({ length: 10 }, () => order(deps, {}, { pass })))
  expect(creations.filter((one) => one.kind === 'created')).toHaveLength(1)
  expect(await countOf('payments')).toBe(1)
})

test('100 concurrent orders have 100 addresses; refused ones between them leave no gap', async () => {
  await readyAddresses(deps, 'bitcoin', { count: 130 })
  const creations = await Promise.all(
    Array.from({ length: 125 }, (_, index) => order(deps, {}, index % 5 === 4 ? { pass: null } : {})),
  )
  const made = creations.flatMap((one) => (one.kind === 'created' ? [one.record] : []))
  expect(made).toHaveLength(100)
  expect(new Set(made.map((one) => one.payment_address)).size).toBe(100)
  expect(await indexes()).toEqual(Array.from({ length: 100 }, (_, index) => index))
  // what the next order takes
  expect((await placeOrder(deps)).derivation_index).toBe(100)
})

test('ETH, ERC-20 and BEP-20 share one sequence of addresses', async () => {
  for (const network of ['ethereum', 'erc20', 'bep20'] as const) {
    const { coin } = railOf(network)
    await placeOrder(deps, {
      cryptoType: coin,
      cryptoNetwork: network,
      walletAddress: refundAddressOf('erc20'),
    })
  }
  expect(await indexes()).toEqual([0, 1, 2])
})

let usualPass: string
beforeEach(async () => {
  usualPass = await issuePass(database.db, time.clock())
})

/** Expects a refusal with this code, unchanged tables, and a captcha pass that is still valid for an order. */
async function expectRefusal(
  attempt: () => Promise<CreatePaymentResult>,
  code: string,
  status: number,
  { isUnspent = true } = {},
): Promise<void> {
  for (const network of ['bitcoin', 'ethereum', 'trc20'] as const) await readyAddresses(deps, network)
  const before = await contentsOf(database.db)
  expect(await attempt()).toMatchObject({ kind: 'refused', code, status })
  expect(await contentsOf(database.db)).toBe(before)
  expect(await hasPass(database.db, usualPass, time.clock())).toBe(isUnspent)
}

/** Of no address pool. */
function otherXpub(): Xpub {
  const { bitcoin } = deps.wallets
  if (bitcoin === null) throw new Error('the fixture has every wallet')
  return { ...bitcoin, fingerprint: '00000000' }
}

function idOf(creation: CreatePaymentResult): string {
  return creation.kind === 'refused' ? creation.code : creation.record.id
}

async function indexes(): Promise<readonly number[]> {
  const rows = await database.db
    .selectFrom('payments')
    .select('derivation_index')
    .orderBy('derivation_index')
    .execute()
  return rows.map((row) => row.derivation_index)
}

async function countOf(rows: string): Promise<number> {
  const { rows: counted } = await sql<{ count: bigint }>`select count(*) from ${sql.raw(rows)}`.execute(
    database.db,
  )
  return Number(counted[0]?.count)
}
