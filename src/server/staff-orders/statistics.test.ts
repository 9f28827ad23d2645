import { USD } from '#shared/currency.ts'
import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { placeOrder } from '#test/order-fixture.ts'
import { placePaidOrder } from '#test/refund-fixture.ts'
import { foldOrderCounts } from './fold-counts.ts'
import { readStatistics } from './read-statistics.ts'
import { EDITION_IDS } from '#test/editions.ts'
import { useOrders } from '#test/use-orders.ts'

const SHOWN = { editionIds: EDITION_IDS, currency: USD }
const database = useTestDatabase()
const { time, deps } = useOrders(database, { startAt: '2026-11-20T23:30:00Z' })
const WEEK = { from: '2026-11-17', to: '2026-11-23' }

test('sales are reported by day, edition, network and language, and count confirmed orders', async () => {
  await placePaidOrder(deps, { quantity: 2 })
  time.pass(3600)
  await placePaidOrder(deps)
  await placeOrder(deps, {}, { language: 'ar' })
  const told = await readStatistics(database.db, WEEK, time.clock(), SHOWN)
  expect(told.days).toEqual([
    { day: '2026-11-20', edition: 'standard', orders: 1, copies: 2, cents: 127_98 },
    { day: '2026-11-21', edition: 'standard', orders: 1, copies: 1, cents: 63_99 },
  ])
  expect(told.total).toEqual({ orders: 2, copies: 3, cents: 191_97 })
  expect(told.networks[0]).toEqual({ network: 'bitcoin', orders: 2, copies: 3, cents: 191_97 })
  expect(told.languages.find((one) => one.language === 'en')?.orders).toBe(2)
  expect(told.conversion).toEqual({ made: 3, paid: 2, statuses: { confirmed: 2, pending: 1 } })
  expect(told.keys.standard).toMatchObject({ used: 3, available: 0, reserved: 1 })
  const day = { from: '2026-11-21', to: '2026-11-21' }
  expect((await readStatistics(database.db, day, time.clock(), SHOWN)).total.orders).toBe(1)
})

test('downloads are counted by edition and file, over all links of an order', async () => {
  const edition = 'supporter'
  const [one, other] = [
    await insertPayment(database.db, { edition }),
    await insertPayment(database.db, { edition }),
  ]
  const begun = (payment_id: string, link_number: number, started: number, file = 'art-book.pdf') => ({
    ...{ payment_id, link_number, started, file },
    last_at: time.clock(),
  })
  const rows = [begun(one, 1, 3), begun(one, 2, 1), begun(other, 1, 2), begun(other, 1, 1, 'music.zip')]
  await database.db.insertInto('file_downloads').values(rows).execute()
  const { downloads } = await readStatistics(database.db, WEEK, time.clock(), SHOWN)
  expect(downloads).toEqual([
    { edition, file: 'art-book.pdf', orders: 2, downloads: 6 },
    { edition, file: 'music.zip', orders: 1, downloads: 1 },
  ])
})

test('the time to confirm is reported as median and 90th percentile', async () => {
  for (let n = 1; n <= 10; n++) {
    const made = new Date('2026-11-20T12:00:00Z')
    const confirmed = new Date(made.getTime() + n * 60_000 - 5000)
    await insertPayment(database.db, { created_at: made, confirmed_at: confirmed, status: 'confirmed' })
  }
  const { confirmation } = await readStatistics(database.db, WEEK, time.clock(), SHOWN)
  expect(confirmation).toEqual({ orders: 10, medianS: 300, p90S: 540 })
})

test('the stored counts match the orders, whatever happens to them, merged or not', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, () => insertPayment(database.db)))
  const at = new Date('2026-11-20T12:10:00Z')
  const set = (id: string | undefined, values: { status: string; confirmed_at?: Date | null }) =>
    database.db
      .updateTable('payments')
      .set(values)
      .where('id', '=', id ?? '')
      .execute()
  await Promise.all(ids.map((id) => set(id, { status: 'detected' })))
  await foldOrderCounts(database.db)
  await set(ids[0], { status: 'confirmed', confirmed_at: at })
  await set(ids[1], { status: 'confirmed', confirmed_at: at })
  await set(ids[1], { status: 'detected', confirmed_at: null })
  await set(ids[2], { status: 'confirmed', confirmed_at: at })
  await set(ids[2], { status: 'refunded' })
  await set(ids[3], { status: 'confirmed', confirmed_at: at })
  await set(ids[3], { status: 'review' })
  await database.db
    .deleteFrom('payments')
    .where('id', '=', ids[4] ?? '')
    .execute()
  const before = await readStatistics(database.db, WEEK, time.clock(), SHOWN)
  expect(before.conversion.statuses).toEqual({ confirmed: 1, refunded: 1, review: 1, detected: 2 })
  expect(before.total).toEqual({ orders: 2, copies: 2, cents: 127_98 })
  await foldOrderCounts(database.db)
  expect(await readStatistics(database.db, WEEK, time.clock(), SHOWN)).toEqual(before)
  const { rows } = await sql<{ n: bigint }>`select count(*) as n from order_counts`.execute(database.db)
  expect(rows[0]?.n).toBe(4n)
})
