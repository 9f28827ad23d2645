import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import { exportOss } from '#server/staff-orders/export-oss.ts'
import { parseQuarter, quarterOf } from '#server/staff-orders/oss-table.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { forgetOrders, orderDeps, placeOrder } from '#test/order-fixture.ts'
import { placePaidOrder } from '#test/refund-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { declareCountry, networkCountryOf, readCountry } from './declare-country.ts'

const database = useTestDatabase()
let deps: CreatePaymentDeps
const time = testClock()
beforeAll(async () => {
  deps = orderDeps(database.db, time.clock)
})
beforeEach(() => forgetOrders(database.db))

const declare = (id: string, country: string, networkCountry: string | null = null) =>
  declareCountry(database.db, id, { country, networkCountry, at: time.clock() })

test('a buyer may correct their country until the keys are delivered, not afterwards', async () => {
  const open = await placeOrder(deps)
  expect([await declare(open.id, 'DE'), await declare(open.id, 'FR')]).toEqual(['stored', 'stored'])
  expect(await readCountry(database.db, open.id)).toBe('FR')
  const delivered = await placePaidOrder(deps)
  expect([await declare(delivered.id, 'DE'), await declare(delivered.id, 'FR')]).toEqual(['stored', 'kept'])
  expect(await declare(delivered.id, 'DE')).toBe('stored')
  expect(await readCountry(database.db, delivered.id)).toBe('DE')
})

test.each([
  [{ 'cf-ipcountry': 'de' }, 'CF-IPCountry', 'DE'],
  [{ 'cf-ipcountry': 'XX' }, 'cf-ipcountry', null],
  [{ 'cf-ipcountry': 'T1' }, 'cf-ipcountry', null],
  [{ 'cf-ipcountry': 'DE' }, null, null],
  [{}, 'cf-ipcountry', null],
])('the headers %j say by %s: %s', (headers, name, country) => {
  expect(networkCountryOf(headers, name)).toBe(country)
})

test('the table of a quarter has the supplies by country', async () => {
  const [german, unknown] = [await placePaidOrder(deps, { quantity: 2 }), await placePaidOrder(deps)]
  await declare(german.id, 'DE', 'DE')
  const quarter = parseQuarter(quarterOf(time.clock()))
  if (quarter === null) throw new Error('expected a quarter')
  const lines: string[] = []
  for await (const line of exportOss(database.db, quarter, 10_000n)) lines.push(line.trimEnd())
  expect(unknown.price_usd_cents).toBe(6399)
  expect(lines).toEqual([
    'country,kind,supply_quarter,rate_percent,entries,with_two_pieces_of_evidence,currency,gross,net,vat,net_eur,vat_eur',
    `DE,supply,${quarter.name},19,1,1,USD,127.98,107.55,20.43,107.55,20.43`,
    `unknown,supply,${quarter.name},,1,0,USD,63.99,63.99,0,63.99,0`,
  ])
})
