import { expect, test } from 'vitest'
import { hasPass, issuePass } from '#server/captcha/passes.ts'
import { pauseCode } from '#server/discounts/pause-code.ts'
import { fixedRates } from '#server/prices/rates.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import type { DiscountPreviewRequest } from '#shared/discount-preview.ts'
import { cents, parseRate } from '#shared/money.ts'
import { testEditions } from '#test/editions.ts'
import { newCode as storeCode } from '#test/new-code.ts'
import { isSomebodyWaiting } from '#test/is-somebody-waiting.ts'
import { order, placeOrder } from '#test/order-fixture.ts'
import { TEST_RATES } from '#test/test-rates.ts'
import { until } from '#test/until.ts'
import { useOrders } from '#test/use-orders.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { previewDiscount } from './preview-discount.ts'

const database = useTestDatabase({ max: 12, isFreshPerTest: true })
const { time, deps } = useOrders(database, {}, (usual) => ({
  ...usual,
  limits: createLimits(usual.db, usual.clock, { factor: 1 }),
  policy: { ...usual.policy, rates: fixedRates({ ...TEST_RATES, JPY: parseRate('0.0067') }, usual.clock) },
  onSale: () => testEditions().map((edition) => ({ ...edition, prices: { JPY: cents(9_800) } })),
}))

const newCode = (code: string, content: Parameters<typeof storeCode>[2] = {}) =>
  storeCode(database.db, code, { now: time.clock(), onSale: deps.onSale(), ...content })

/** Asks as a browser that has just solved a captcha, unless a pass is given; tells whether the pass is left as well. */
async function preview(request: Partial<DiscountPreviewRequest>, given?: string | null) {
  const pass = given === undefined ? await issuePass(database.db, time.clock()) : given
  const usual = { edition: 'standard', quantity: 1, discountCode: 'TENTH' } as const
  const seen = await previewDiscount(deps, { ...usual, ...request }, { client: '203.0.113.7', pass })
  const isPassLeft = await hasPass(database.db, pass, time.clock())
  return 'kind' in seen ? { code: seen.code, isPassLeft } : { ...seen, isPassLeft }
}

/** Calls while all passes are locked, and lets them go when as many calls as given have come that far. */
async function whileHeld<Told>(call: () => Promise<Told>, count: number): Promise<Told> {
  const { db } = database
  const called = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('captcha_passes').select('token_hash').forUpdate().execute()
    const told = call()
    await until(() => isSomebodyWaiting(db, count))
    return { told }
  })
  return called.told
}

test('what a code takes off is told to the cent as the order has it, in its currency, and the pass is left for that', async () => {
  await newCode('TENTH', { percent: 10 })
  const pass = await issuePass(database.db, time.clock())
  const told = await preview({ quantity: 3, discountCode: 'ten-th' }, pass)
  expect(told).toEqual({ currency: 'USD', discount: 19.19, price: 172.78, isPassLeft: true })
  const made = await placeOrder(deps, { quantity: 3, totalPrice: 191.97, discountCode: 'ten-th' }, { pass })
  expect(made).toMatchObject({ discount_cents: 19_19, price_usd_cents: 172_78 })
  const yen = await preview({ currency: 'JPY' })
  expect(yen).toEqual({ currency: 'JPY', discount: 980, price: 8820, isPassLeft: true })
  expect(await preview({ currency: 'GBP' })).toMatchObject({ code: 'CURRENCY_NOT_OFFERED' })
})

test('a code that lowers nothing is refused as the order refuses it, and only one that does not exist costs the captcha', async () => {
  const second = (seconds: number) => new Date(time.clock().getTime() + seconds * 1000).toISOString()
  await newCode('SOON', { from: second(60) })
  await newCode('OVER', { until: second(-60) })
  await newCode('SUPPORTERS', { edition: 'supporter' })
  await newCode('FIVEOFF', { percent: null, amountCents: 5_00 })
  await newCode('ONCE', { uses: 1 })
  const paused = await newCode('PAUSED')
  await pauseCode(database.db, { id: paused, isPaused: true }, { actorId: null, now: time.clock() })
  const asOrder = async (discountCode: string, currency = 'USD') => {
    const told = await preview({ discountCode, currency })
    const totalPrice = currency === 'USD' ? 63.99 : 9800
    const refused = await order(deps, { discountCode, currency, totalPrice })
    expect(told).toMatchObject({ code: refused.kind === 'refused' ? refused.code : refused.kind })
    return told
  }
  expect(await asOrder('SOON')).toEqual({ code: 'DISCOUNT_NOT_YET', isPassLeft: true })
  expect(await asOrder('OVER')).toEqual({ code: 'DISCOUNT_EXPIRED', isPassLeft: true })
  expect(await asOrder('SUPPORTERS')).toEqual({ code: 'DISCOUNT_OTHER_EDITION', isPassLeft: true })
  expect(await asOrder('FIVEOFF', 'JPY')).toEqual({ code: 'DISCOUNT_OTHER_CURRENCY', isPassLeft: true })
  expect(await asOrder('PAUSED')).toEqual({ code: 'DISCOUNT_PAUSED', isPassLeft: true })
  expect(await asOrder('NOSUCHCODE')).toEqual({ code: 'DISCOUNT_UNKNOWN', isPassLeft: false })
  expect(await preview({ discountCode: 'ONCE' })).toMatchObject({ discount: 15.99 })
  await placeOrder(deps, { discountCode: 'ONCE' })
  expect(await asOrder('ONCE')).toEqual({ code: 'DISCOUNT_USED_UP', isPassLeft: true })
})

test('a preview reserves no use, and an order may find the last one taken', async () => {
  await newCode('LAST', { uses: 1 })
  for (let times = 0; times < 3; times++)
    expect(await preview({ discountCode: 'LAST' })).toMatchObject({ price: 48 })
  expect(await placeOrder(deps, { discountCode: 'LAST' })).toMatchObject({ discount_cents: 15_99 })
})

test('without a valid pass no code is looked up, whether it exists or not', async () => {
  await newCode('TENTH')
  const spent = 'A'.repeat(43)
  for (const pass of [null, spent])
    for (const discountCode of ['TENTH', 'WRONG'])
      expect(await preview({ discountCode }, pass)).toEqual({ code: 'CAPTCHA_REQUIRED', isPassLeft: false })
})

test('guessing costs a captcha each: of many at once with one pass one is answered, and an hour has 20, with orders', async () => {
  await newCode('REAL')
  const pass = await issuePass(database.db, time.clock())
  const guesses = Array.from({ length: 8 }, (_, at) => ({ discountCode: `GUESS${String(at)}` }))
  const told = await whileHeld(
    () => Promise.all(guesses.map((guess) => preview(guess, pass))),
    guesses.length,
  )
  const codes = told.map((one) => ('code' in one ? one.code : 'found')).sort()
  expect(codes).toEqual([...Array<string>(7).fill('CAPTCHA_REQUIRED'), 'DISCOUNT_UNKNOWN'])
  // a code that exists is not found behind a wrong one with the same pass
  expect(await preview({ discountCode: 'REAL' }, pass)).toMatchObject({ code: 'CAPTCHA_REQUIRED' })
  for (let at = 0; at < 9; at++) {
    expect(await order(deps, { discountCode: 'WRONG' })).toMatchObject({ code: 'DISCOUNT_UNKNOWN' })
    expect(await preview({ discountCode: 'WRONG' })).toMatchObject({ code: 'DISCOUNT_UNKNOWN' })
  }
  for (let at = 0; at < 25; at++) expect(await preview({ discountCode: 'REAL' })).toMatchObject({ price: 48 })
  expect(await preview({ discountCode: 'WRONG' })).toMatchObject({ code: 'DISCOUNT_UNKNOWN' })
  expect(await preview({ discountCode: 'REAL' })).toMatchObject({ code: 'DISCOUNT_LIMITED' })
  expect(await order(deps, { discountCode: 'REAL' })).toMatchObject({ code: 'DISCOUNT_LIMITED' })
  time.pass(3601)
  expect(await preview({ discountCode: 'REAL' })).toMatchObject({ price: 48, isPassLeft: true })
})
