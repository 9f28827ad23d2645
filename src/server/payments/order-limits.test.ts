import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { issuePass } from '#server/captcha/passes.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { forgetOrders, order, orderDeps, placeOrder, USUAL_REQUEST } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { createPayment, type CreatePaymentDeps } from './create-payment.ts'

let database: TestDatabase
let time: ReturnType<typeof testClock>
let deps: CreatePaymentDeps
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 })
})
beforeEach(async () => {
  await forgetOrders(database.db)
  time = testClock()
  deps = orderDeps(database.db, time.clock, { limits: 1 })
})
afterAll(() => database.close())

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
    client: '203.0.113.7',
    language: 'en',
    pass: 'x'.repeat(43),
    idempotencyKey: null,
  })
  expect(refused).toMatchObject({ code: 'CAPTCHA_REQUIRED', status: 403 })
})
