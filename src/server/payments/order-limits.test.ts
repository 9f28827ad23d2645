import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { issuePass } from '#server/captcha/passes.ts'
import { describeBuyerOrder } from '#server/order-page/describe-buyer-order.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { order, orderDeps, payOnChain, placeOrder, USUAL_REQUEST } from '#test/order-fixture.ts'
import { orderPageDeps } from '#test/order-page-fixture.ts'
import { takeAllRoom } from '#test/take-all-room.ts'
import { testEditions } from '#test/editions.ts'
import { createPayment } from './create-payment.ts'
import { createProgramOrder } from './create-program-order.ts'
import { hashClient } from './hash-client.ts'
import type { PaymentRecord } from './payment-record.ts'
import { settlePayment } from './settle-payment.ts'
import { useOrders } from '#test/use-orders.ts'

const CLIENT = '203.0.113.7'

const database = useTestDatabase({ max: 20 })
const { time, deps } = useOrders(database, { limits: 1 })
test('a stranger without a captcha does not spend the quota of a buyer behind the same address', async () => {
  const codes = new Map<string, number>()
  for (let call = 0; call < 670; call++) {
    const refused = await order(deps, {}, { pass: null })
    const code = refused.kind === 'refused' ? refused.code : refused.kind
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  expect(Object.fromEntries(codes)).toEqual({ CAPTCHA_REQUIRED: 120, RATE_LIMITED: 550 })
  expect((await order(deps)).kind).toBe('created')
})

test('made-up captcha passes count as calls without one', async () => {
  const made = Array.from({ length: 121 }, (_, call) => String(call).padStart(43, 'x'))
  const codes = []
  for (const pass of made) codes.push(await order(deps, {}, { pass }))
  expect(codes.at(119)).toMatchObject({ code: 'CAPTCHA_REQUIRED' })
  expect(codes.at(120)).toMatchObject({ code: 'RATE_LIMITED', status: 429 })
})

test('orders that fail with a valid captcha are not counted as orders, and are limited by captcha', async () => {
  const pass = await issuePass(database.db, time.clock())
  for (let call = 0; call < 120; call++) {
    expect(await order(deps, { totalPrice: 1 }, { pass })).toMatchObject({ code: 'PRICE_MISMATCH' })
  }
  expect(await order(deps, { totalPrice: 1 }, { pass })).toMatchObject({ code: 'RATE_LIMITED' })
  // neither the quota of orders nor that of calls without a captcha is spent
  expect(await order(deps, {}, { pass: null })).toMatchObject({ code: 'CAPTCHA_REQUIRED' })
  for (let made = 0; made < 60; made++) await placeOrder(deps)
})

test('the captcha is checked before an address is looked for', async () => {
  const { bitcoin } = deps.wallets
  if (bitcoin === null) throw new Error('the fixture has every wallet')
  const unready = { ...deps, wallets: { ...deps.wallets, bitcoin: { ...bitcoin, fingerprint: '00000000' } } }
  const refused = await createPayment(unready, USUAL_REQUEST, {
    client: CLIENT,
    language: 'en',
    pass: 'x'.repeat(43),
    idempotencyKey: null,
  })
  expect(refused).toMatchObject({ code: 'CAPTCHA_REQUIRED', status: 403 })
})

describe('mails with the payment details', () => {
  beforeEach(() => database.db.deleteFrom('mails').execute())

  async function receivedBy(): Promise<readonly string[]> {
    const mails = await database.db
      .selectFrom('mails')
      .select('recipient')
      .where('template', '=', 'received')
      .execute()
    return mails.map((mail) => mail.recipient)
  }

  test('go to one mailbox ten times an hour, however it is spelled; the orders are created all the same', async () => {
    const spelled = [
      'victim@example.com',
      'Victim@Example.com',
      'victim+1@example.com',
      'vic.tim@example.com',
    ]
    for (let made = 0; made < 12; made++)
      await placeOrder(deps, { userEmail: spelled[made % 4] ?? '' }, { client: `203.0.113.${String(made)}` })
    expect(await receivedBy()).toHaveLength(10)
    await placeOrder(deps, { userEmail: 'other@example.com' })
    expect(await receivedBy()).toContain('other@example.com')
    time.pass(3601)
    await placeOrder(deps, { userEmail: 'victim@example.com' })
    expect(await receivedBy()).toHaveLength(12)
  })

  test('are limited per client and for the shop, and the order page says that none is sent', async () => {
    Object.assign(deps, orderDeps(database.db, time.clock, { limits: 0.05 }))
    const pay = () => database.db.updateTable('payments').set({ status: 'detected' }).execute()
    for (let made = 0; made < 5; made++) {
      await placeOrder(deps, { userEmail: `stranger${String(made)}@example.com` })
      await pay()
      time.pass(61)
    }
    const last = await placeOrder(deps, { userEmail: 'stranger5@example.com' })
    expect(await receivedBy()).toHaveLength(5)
    expect(await describePage(last)).toMatchObject({ isMailWithheld: true, mailSentAt: null })
    const other = await placeOrder(deps, { userEmail: 'x@example.com' }, { client: '203.0.113.8' })
    expect(await receivedBy()).toHaveLength(6)
    expect(await describePage(other)).toMatchObject({ isMailWithheld: false, mailSentAt: null })
    for (let client = 0; client < 110; client++) {
      const userEmail = `stranger${String(client)}@example.org`
      await placeOrder(deps, { userEmail }, { client: `198.51.100.${String(client)}` })
      await pay()
    }
    expect(await receivedBy()).toHaveLength(100)
  })

  test('of refused orders do not count', async () => {
    Object.assign(deps, orderDeps(database.db, time.clock, { limits: 0.1, stock: 'reserve' }))
    for (let refused = 0; refused < 5; refused++)
      expect(await order(deps)).toMatchObject({ code: 'OUT_OF_STOCK' })
    await placeOrder({ ...deps, onSale: () => testEditions('backorder') })
    expect(await receivedBy()).toHaveLength(1)
  })

  function describePage(record: PaymentRecord) {
    const deps = orderPageDeps(database.db, time.clock)
    const context = { ...deps, releaseAt: deps.terms.releaseAt(), now: time.clock(), hasSecret: true }
    return describeBuyerOrder(database.db, record, context)
  }
})

describe('unpaid orders', () => {
  const PRODUCTION = { limits: 1 } as const
  const EARLIER = { limits: 'off' } as const

  /** Creates orders without limits; one insert each, since their own creation is not what is tested. */
  async function insertUnpaid(count: number, client: (at: number) => string): Promise<void> {
    const first = await placeOrder(orderDeps(database.db, time.clock, EARLIER), {}, { client: client(0) })
    for (let at = 1; at < count; at++) {
      const { client_hash, network_hash } = hashClient(deps.secret, client(at))
      await sql`
        insert into payments (id, created_at, expires_at, language, user_email, wallet_address, order_secret_hash, check_code, edition, quantity,
          unit_price_cents, crypto_type, crypto_network, is_simulated, due_atoms, rate_e8, rate_sources, rate_at, wallet,
          wallet_fingerprint, derivation_index, payment_address, required_confirmations, client_hash, network_hash)
        select gen_random_uuid(), created_at, expires_at, language, user_email, wallet_address, order_secret_hash, check_code, edition,
          quantity, unit_price_cents, crypto_type, crypto_network, is_simulated, due_atoms, rate_e8, rate_sources, rate_at,
          wallet, wallet_fingerprint, ${100_000 + at}, payment_address || ${at}, required_confirmations,
          ${client_hash}, ${network_hash}
        from payments where id = ${first.id}`.execute(database.db)
    }
  }

  test('of a client are limited until their time to pay is over', async () => {
    Object.assign(deps, orderDeps(database.db, time.clock, PRODUCTION))
    await insertUnpaid(99, () => CLIENT)
    time.pass(120)
    await placeOrder(deps)
    const refused = await order(deps)
    expect(refused).toMatchObject({ code: 'UNPAID_ORDERS', status: 429, retryAfterS: 780 })
    expect(await order(deps, {}, { client: '203.0.113.8' })).toMatchObject({ kind: 'created' })
    time.pass(781)
    expect(await order(deps)).toMatchObject({ kind: 'created' })
  })

  test('of a client that are paid do not count', async () => {
    Object.assign(deps, orderDeps(database.db, time.clock, { limits: 0.01 }))
    const paid = await placeOrder(deps)
    time.pass(60)
    expect(await order(deps)).toMatchObject({ code: 'UNPAID_ORDERS' })
    await payOnChain(database.db, paid)
    await settlePayment(deps, paid.id)
    expect(await order(deps)).toMatchObject({ kind: 'created' })
  })

  test('of a client are limited for a day as well', async () => {
    Object.assign(deps, orderDeps(database.db, time.clock, PRODUCTION))
    await insertUnpaid(500, () => CLIENT)
    time.pass(3600)
    expect(await order(deps)).toMatchObject({ code: 'UNPAID_ORDERS', retryAfterS: 3600 })
    time.pass(23 * 3600)
    expect(await order(deps)).toMatchObject({ kind: 'created' })
  })

  test('of the networks of one IPv6 subscriber are limited together', async () => {
    Object.assign(deps, orderDeps(database.db, time.clock, PRODUCTION))
    await insertUnpaid(400, (at) => `2001:db8:1:${at.toString(16)}::/64`)
    const refused = await order(deps, {}, { client: '2001:db8:1:ffff::/64' })
    expect(refused).toMatchObject({ code: 'UNPAID_ORDERS', status: 429 })
    expect(await order(deps, {}, { client: '2001:db8:2:1::/64' })).toMatchObject({ kind: 'created' })
  })

  test('of the shop are limited, later for a client that has none; staff are told', async () => {
    Object.assign(deps, orderDeps(database.db, time.clock, { limits: 0.004 }))
    await insertUnpaid(20, (at) => `198.51.100.${String(at)}`)
    const again = await order(deps, {}, { client: '198.51.100.2' })
    expect(again).toMatchObject({ code: 'UNPAID_ORDERS' })
    for (let at = 0; at < 20; at++) {
      const own = await order(deps, {}, { client: `192.0.2.${String(at)}` })
      expect(own).toMatchObject({ kind: 'created' })
    }
    const refused = await order(deps, {}, { client: '192.0.2.99' })
    expect(refused).toMatchObject({ code: 'SHOP_UNPAID_ORDERS', status: 429, retryAfterS: 60 })
    const alerts = await database.db.selectFrom('alerts').select('kind').execute()
    expect(alerts).toEqual([{ kind: 'unpaid-orders-limit' }])
  })

  test('30 buyers behind one address order twice each, and solve one captcha for each order', async () => {
    Object.assign(deps, orderDeps(database.db, time.clock, PRODUCTION))
    for (const round of [1, 2]) {
      for (let buyer = 0; buyer < 30; buyer++) {
        const made = await order(deps, { userEmail: `buyer${String(buyer)}@example.com` })
        expect(made).toMatchObject({ kind: 'created' })
        time.pass(round)
      }
    }
  })
})

test('an order that the shop has no room for is refused at once, writes nothing, and is made when it is sent again', async () => {
  Object.assign(deps, orderDeps(database.db, time.clock, { limits: 1 }))
  const pass = await issuePass(database.db, time.clock())
  const leave = takeAllRoom(deps.limits)
  const again = { pass, idempotencyKey: 'the-same-order-again' }
  const refused = { kind: 'refused', status: 503, code: 'BUSY', retryAfterS: expect.any(Number) as number }
  expect(await order(deps, {}, again)).toMatchObject(refused)
  const program = { language: 'en', idempotencyKey: 'an-order-of-a-program' } as const
  expect(await createProgramOrder(deps, USUAL_REQUEST, program)).toMatchObject(refused)
  const written = await database.db.selectFrom('limits').select('key').execute()
  expect(written.filter(({ key }) => key.startsWith('order'))).toEqual([])
  await leave()
  expect((await order(deps, {}, again)).kind).toBe('created')
  expect((await createProgramOrder(deps, USUAL_REQUEST, program)).kind).toBe('created')
})
