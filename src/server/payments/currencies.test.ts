import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fixedRates } from '#server/prices/rates.ts'
import { foldOrderCounts } from '#server/staff-orders/fold-counts.ts'
import { readStatistics } from '#server/staff-orders/read-statistics.ts'
import { CreatePaymentRequest } from '#shared/api.ts'
import type { Currency } from '#shared/currency.ts'
import { cents, parseRate, usdCents } from '#shared/money.ts'
import { ProgramOrderRequest } from '#shared/program-orders.ts'
import { EDITION_IDS } from '#test/editions.ts'
import { newCode } from '#test/new-code.ts'
import { order, placeOrder } from '#test/order-fixture.ts'
import { askAndQuote, placePaidOrder, readOrder } from '#test/refund-fixture.ts'
import { refundAddressOf } from '#test/refund-addresses.ts'
import { TEST_RATES } from '#test/test-rates.ts'
import { useOrders } from '#test/use-orders.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import type { CreatePaymentDeps } from './insert-order.ts'
import { toPayment, toPaymentRow } from './payment-record.ts'

const database = useTestDatabase({ isFreshPerTest: true })
const { time, deps } = useOrders(database)

/** The shop in another currency, with the same figures as prices. */
function shopIn(currency: Currency, dollars: string, bitcoin = '60000'): CreatePaymentDeps {
  const table = { ...TEST_RATES, BTC: parseRate(bitcoin), [currency]: parseRate(dollars) }
  const rates = fixedRates(table, time.clock)
  return { ...deps, policy: { ...deps.policy, currency, rates } }
}

test('an order is quoted in the currency of the shop, through dollars, and says what it was worth', async () => {
  const record = await placeOrder(shopIn('EUR', '1.08'))
  // 60,000 dollars are 55,555.55555555 euros: 0.0011518200…, up
  expect(record).toMatchObject({
    currency: 'EUR',
    unit_price_cents: 63_99,
    rate_e8: 5_555_555_555_555n,
    due_atoms: 115_183n,
    usd_rate_e8: 108_000_000n,
    price_usd_cents: 69_11,
  })
  expect(toPayment(record)).toMatchObject({ currency: 'EUR', price: 63.99, priceUSD: 69.11 })
  expect(toPaymentRow(record)).toMatchObject({ currency: 'EUR', price: 63.99, price_usd: 69.11 })
})

test.each([
  // dollars for one EURC; what is due for 63.99 euros, in millionths
  ['1.081', 63_990_000n],
  ['0.972', 71_100_000n], // it has lost a tenth of its euro
])('a shop of euros asks for EURC at %s dollars: %i', async (dollars, due) => {
  const { policy } = shopIn('EUR', '1.08')
  const table = { ...TEST_RATES, EUR: parseRate('1.08'), EURC: parseRate(dollars) }
  const shop = { ...deps, policy: { ...policy, rates: fixedRates(table, time.clock) } }
  const request = {
    cryptoType: 'eurc',
    cryptoNetwork: 'eurc-base',
    walletAddress: refundAddressOf('eurc-base'),
  } as const
  expect(await placeOrder(shop, request)).toMatchObject({
    currency: 'EUR',
    due_atoms: due,
    price_usd_cents: 69_11,
  })
})

test('a price in yen has no decimals', async () => {
  const record = await placeOrder(shopIn('JPY', '0.0067'), { totalPrice: 6399 })
  expect(record).toMatchObject({ currency: 'JPY', usd_rate_e8: 67_000_000n, price_usd_cents: 42_88 })
  expect(toPayment(record)).toMatchObject({ price: 6399, priceUSD: 42.88 })
  expect(await order(shopIn('JPY', '0.0067'), { totalPrice: 63.99 })).toMatchObject({
    code: 'PRICE_MISMATCH',
    message: 'the total of this order is 6399 JPY; reload the page',
  })
})

test('an order costs at most what its row holds: the message says how many copies that are', async () => {
  const [edition] = deps.onSale()
  if (edition === undefined) throw new Error('expected an edition')
  // 800,000 rupiah
  const shop = { ...shopIn('IDR', '0.00006'), onSale: () => [{ ...edition, priceCents: cents(80_000_000) }] }
  expect(await order(shop, { quantity: 13, totalPrice: 10_400_000 })).toMatchObject({
    code: 'BAD_REQUEST',
    message: 'expected a quantity of at most 12 at this price',
  })
  const record = await placeOrder(shop, { quantity: 12, totalPrice: 9_600_000 })
  expect(record).toMatchObject({ unit_price_cents: 80_000_000, price_usd_cents: 576_00 })
})

test('calls take the totals of currencies with small units, and without decimals', () => {
  expect(CreatePaymentRequest.shape.totalPrice.parse(9_600_000)).toBe(9_600_000)
  expect(ProgramOrderRequest.shape.price.parse('1280000')).toBe('1280000')
})

test('without a rate of its currency nothing can be ordered', async () => {
  const shop = { ...deps, policy: { ...deps.policy, currency: 'EUR' } }
  expect(await order(shop)).toMatchObject({ code: 'RATE_UNAVAILABLE' })
})

test('depths and limits are those of what the order is worth in dollars', async () => {
  // 150 dollars are the limit of one confirmation
  const euros = await placeOrder(shopIn('EUR', '1.2'), { quantity: 2, totalPrice: 127.98 })
  expect([euros.price_usd_cents, euros.required_confirmations]).toEqual([153_58, 2])
  const dollars = await placeOrder(deps, { quantity: 2, totalPrice: 127.98 })
  expect([dollars.price_usd_cents, dollars.required_confirmations]).toEqual([127_98, 1])
})

test('a refund owes the price in the currency of its order, whatever the shop sells in by then', async () => {
  const { id } = await placePaidOrder(shopIn('EUR', '1.08'))
  time.pass(20 * 24 * 3600)
  // by then a bitcoin costs 120,000 dollars, and a euro 1.20: 100,000 euros
  const dollars = {
    ...shopIn('EUR', '1.2', '120000'),
    policy: { ...shopIn('EUR', '1.2', '120000').policy, currency: 'USD' },
  }
  const refund = await askAndQuote(dollars, id)
  expect(refund).toMatchObject({ price_cents: 63_99, rate_e8: 10_000_000_000_000n, owed_atoms: 63_990n })
})

test('neither the currency of an order nor what it was worth can change', async () => {
  const { id } = await placeOrder(shopIn('EUR', '1.08'))
  const change = (assignment: string) =>
    sql.raw(`update payments set ${assignment} where id = '${id}'`).execute(database.db)
  await expect(change(`currency = 'GBP'`)).rejects.toThrow('the currency of order')
  await expect(change('usd_rate_e8 = 100000000')).rejects.toThrow('the currency of order')
  // computed again whatever is written
  await change('price_usd_cents = 1')
  expect(await readOrder(database.db, id)).toMatchObject({ price_usd_cents: 69_11 })
  const dollar = database.db.transaction().execute(async (tx) => {
    await sql`alter table payments disable trigger keep_currency`.execute(tx)
    await sql`update payments set currency = 'USD' where id = ${id}`.execute(tx)
  })
  await expect(dollar).rejects.toThrow('payments_dollar_is_a_dollar')
})

test('an amount of a discount code lowers prices of its currency only; a percentage of any', async () => {
  await newCode(database.db, 'FIVE', { percent: null, amountCents: 5_00 })
  await newCode(database.db, 'TENTH', { percent: 10 })
  const shop = shopIn('EUR', '1.08')
  expect(await order(shop, { discountCode: 'FIVE' })).toMatchObject({ code: 'DISCOUNT_OTHER_CURRENCY' })
  expect(await placeOrder(shop, { discountCode: 'TENTH' })).toMatchObject({ discount_cents: 6_39 })
})

test('amounts of statistics are those of one currency, orders are counted of all', async () => {
  await placePaidOrder(deps)
  await placePaidOrder(shopIn('EUR', '1.08'))
  const day = time.clock().toISOString().slice(0, 10)
  const read = (currency: Currency) =>
    readStatistics(database.db, { from: day, to: day }, time.clock(), { editionIds: EDITION_IDS, currency })
  for (const fold of [false, true]) {
    if (fold) await foldOrderCounts(database.db)
    expect((await read('EUR')).total).toEqual({ orders: 2, copies: 2, cents: 63_99 })
    expect((await read('GBP')).total).toEqual({ orders: 2, copies: 2, cents: 0 })
  }
})

test('the limit of a single node counts dollars', async () => {
  const shop = shopIn('EUR', '2')
  const real = { network: 'bitcoin', available: true, reason: null, simulated: false } as const
  const limited = {
    ...shop,
    policy: { ...shop.policy, singleNodeCents: usdCents(127_97) },
    railStates: () => Promise.resolve([real]),
  }
  const record = await placePaidOrder(limited)
  expect(record).toMatchObject({ status: 'detected', price_usd_cents: 127_98 })
})
