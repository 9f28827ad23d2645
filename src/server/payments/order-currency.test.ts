import { expect, test } from 'vitest'
import { quotedBy, registerPrices } from '#server/prices/register-prices.ts'
import { fixedRates } from '#server/prices/rates.ts'
import { createLog } from '#server/runtime/log.ts'
import { readStatistics } from '#server/staff-orders/read-statistics.ts'
import { cents, parseRate } from '#shared/money.ts'
import { railOf } from '#shared/rails.ts'
import { EDITION_IDS, testEditions } from '#test/editions.ts'
import { newCode } from '#test/new-code.ts'
import { order, placeOrder } from '#test/order-fixture.ts'
import { placePaidOrder } from '#test/refund-fixture.ts'
import { TEST_RATES } from '#test/test-rates.ts'
import { useOrders } from '#test/use-orders.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import type { CreatePaymentDeps } from './insert-order.ts'
import { toPayment } from './payment-record.ts'
import { railsIn } from './rails-in.ts'

const database = useTestDatabase({ isFreshPerTest: true })
const PRICES = { GBP: cents(49_99), JPY: cents(9_800) }
const RATES = { ...TEST_RATES, EUR: parseRate('1.08'), GBP: parseRate('1.25'), JPY: parseRate('0.0067') }

/** A shop in euros with prices in pounds and yen, too. */
function shopOf(usual: CreatePaymentDeps, rates: Partial<typeof RATES> = RATES): CreatePaymentDeps {
  return {
    ...usual,
    policy: { ...usual.policy, currency: 'EUR', rates: fixedRates(rates, usual.clock) },
    onSale: () => testEditions().map((edition) => ({ ...edition, prices: PRICES })),
  }
}
const { time, deps } = useOrders(database, {}, shopOf)

test.each([
  ['EUR', undefined, 63.99, 69.11],
  ['EUR', 'EUR', 63.99, 69.11],
  ['GBP', 'GBP', 49.99, 62.49],
  ['JPY', 'JPY', 9800, 65.66],
])('an order in %s has the edition’s price in it', async (currency, named, price, priceUSD) => {
  const record = await placeOrder(deps, {
    totalPrice: price * 2,
    quantity: 2,
    ...(named === undefined ? {} : { currency: named }),
  })
  expect(record).toMatchObject({ currency })
  const payment = toPayment(record)
  expect(payment).toMatchObject({ currency, price: price * 2 })
  expect(payment.priceUSD).toBeCloseTo(priceUSD * 2, 1)
})

test('a currency without prices is refused, whatever the figures say', async () => {
  expect(await order(deps, { currency: 'USD' })).toMatchObject({
    status: 400,
    code: 'CURRENCY_NOT_OFFERED',
    message: 'expected a currency in which there are prices (EUR, GBP, JPY), got USD',
  })
})

test('the price that was shown is compared in the currency of the order', async () => {
  expect(await order(deps, { currency: 'GBP', totalPrice: 63.99 })).toMatchObject({
    code: 'PRICE_MISMATCH',
    message: 'the total of this order is 49.99 GBP; reload the page',
  })
})

test('an order is at the newest price of its currency, which another process has stored', async () => {
  const { id } = await database.db
    .insertInto('users')
    .values({ email: 'owner@shop.example', name: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('game_changes')
    .values({
      version: 1,
      based_on: null,
      made_at: time.clock(),
      made_by: id,
      restores: null,
      changes: JSON.stringify({ pricesIn: { GBP: { standard: 55_00 } } }),
    })
    .execute()
  expect(await order(deps, { currency: 'GBP', totalPrice: 49.99 })).toMatchObject({
    code: 'PRICE_MISMATCH',
    message: 'the total of this order is 55.00 GBP; reload the page',
  })
  expect(await placeOrder(deps, { currency: 'JPY', totalPrice: 9800 })).toMatchObject({ currency: 'JPY' })
})

test('a rail is closed for a currency without a rate, and for no other', async () => {
  const { GBP: _, ...others } = RATES
  const shop = shopOf(deps, others)
  const states = await shop.railStates()
  const closed = await railsIn(shop.policy, states, 'GBP')
  expect(closed.every(({ available, reason }) => !available && reason === 'no_rate')).toBe(true)
  expect(await railsIn(shop.policy, states, 'JPY')).toEqual(states)
  expect(await order(shop, { currency: 'GBP', totalPrice: 49.99 })).toMatchObject({
    code: 'RATE_UNAVAILABLE',
  })
  await placeOrder(shop, { currency: 'JPY', totalPrice: 9800 })
})

test('without a rate of the shop’s own currency another is still sold in', async () => {
  const { EUR: _, ...others } = RATES
  const closed = (await deps.railStates()).map((state) => {
    return { ...state, available: false, reason: 'no_rate' as const }
  })
  const shop = { ...shopOf(deps, others), railStates: () => Promise.resolve(closed) }
  expect(await order(shop)).toMatchObject({ code: 'RAIL_UNAVAILABLE' })
  expect((await railsIn(shop.policy, closed, 'GBP')).every(({ available }) => available)).toBe(true)
  await placeOrder(shop, { currency: 'GBP', totalPrice: 49.99 })
  const down = closed.map((state) => ({ ...state, reason: 'node_down' as const }))
  expect(await railsIn(shop.policy, down, 'GBP')).toEqual(down)
})

test('staff are told which currency has no rate', async () => {
  const prices = registerPrices({
    ...{ db: database.db, clock: time.clock, log: createLog({ level: 'silent' }) },
    settings: { rates: { BTC: RATES.BTC, JPY: RATES.JPY }, rails: [] },
    currencies: ['EUR', 'GBP', 'JPY', 'USD'],
  })
  // that of the shop closes its rails, which have alerts of their own
  expect(await prices.currenciesWithoutRate()).toEqual(['GBP'])
  expect(quotedBy([railOf('bitcoin')], ['EUR', 'USD', 'GBP'])).toEqual(['BTC', 'EUR', 'GBP'])
})

test('an amount of a code is one of its currency', async () => {
  const terms = { percent: null, amountCents: 5_00, currency: 'GBP', onSale: deps.onSale() }
  await newCode(database.db, 'POUNDS', terms)
  expect(await order(deps, { discountCode: 'POUNDS' })).toMatchObject({ code: 'DISCOUNT_OTHER_CURRENCY' })
  expect(
    await placeOrder(deps, { discountCode: 'POUNDS', currency: 'GBP', totalPrice: 49.99 }),
  ).toMatchObject({ discount_cents: 5_00 })
})

test('statistics have the sales of each currency, and no sum of several', async () => {
  await placePaidOrder(deps)
  await placePaidOrder(deps)
  await placePaidOrder(deps, { request: { currency: 'GBP', totalPrice: 49.99 } })
  const day = time.clock().toISOString().slice(0, 10)
  const shown = { editionIds: EDITION_IDS, currency: 'GBP' }
  const read = await readStatistics(database.db, { from: day, to: day }, time.clock(), shown)
  expect(read.currencies).toEqual([
    { currency: 'EUR', orders: 2, copies: 2, cents: 127_98 },
    { currency: 'GBP', orders: 1, copies: 1, cents: 49_99 },
  ])
  expect([read.currency, read.total.cents]).toEqual(['GBP', 49_99])
})
