import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { App } from '#server/http/app.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import type { PurchaseCounter } from '#shared/visitor-api.ts'
import { appWith } from '#test/app-with.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { EDITION_IDS } from '#test/editions.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { testClock } from '#test/test-clock.ts'
import { createCounters, type CounterMode } from './counters.ts'
import { counterRoutes } from './routes.ts'
import { keyRow } from '#test/insert-key.ts'

const database = useTestDatabase({ isFreshPerTest: true })
let time: ReturnType<typeof testClock>
const apps: App[] = []
beforeEach(async () => {
  time = testClock()
})
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

test('moving counts start at the specified values, and a click adds its quantity', async () => {
  const shop = await open('moving')
  expect(await shop.counts()).toEqual([12_480, 7_936])
  expect((await shop.click('standard', 3)).json()).toEqual({ success: true })
  await Promise.all(Array.from({ length: 20 }, () => shop.click('supporter', 100)))
  expect(await shop.counts()).toEqual([12_483, 9_936])
})

test('they increase by 1 to 3 at most once per 15 s, however many pages and processes call', async () => {
  const one = await open('moving')
  const two = await open('moving')
  const ask = () =>
    Promise.all(Array.from({ length: 40 }, (_, page) => (page % 2 === 0 ? one : two).increment()))
  await one.counts()
  await ask()
  expect(await one.counts()).toEqual([12_480, 7_936])
  const risen = new Set<number>()
  let before = [12_480, 7_936]
  for (let round = 0; round < 25; round++) {
    time.pass(15)
    await ask()
    const now = await two.counts()
    for (const [place, count] of now.entries()) risen.add(count - (before[place] ?? 0))
    before = now
  }
  expect([...risen].sort()).toEqual([1, 2, 3])
})

test('true counts are copies of confirmed orders less refunds, and clicks do not change them', async () => {
  const shop = await open('true')
  expect(await shop.counts()).toEqual([0, 0])
  expect((await shop.click('standard', 50)).statusCode).toBe(200)
  const confirmed = { status: 'confirmed', confirmed_at: time.clock(), delivered_at: time.clock() }
  const sold = await insertPayment(database.db, { ...confirmed, quantity: 3 })
  await insertPayment(database.db, { ...confirmed, edition: 'supporter', quantity: 7 })
  await insertPayment(database.db, { quantity: 5 })
  await insertPayment(database.db, { ...confirmed, status: 'refunded', quantity: 9 })
  await insertPayment(database.db, { ...confirmed, status: 'review', quantity: 11 })
  expect(await shop.counts()).toEqual([0, 0])
  await shop.increment()
  expect(await shop.counts()).toEqual([3, 7])

  await database.db
    .insertInto('game_keys')
    .values({
      ...keyRow('AAAA-BBBB-CCCC-DDDD'),
      payment_id: sold,
      line_no: 1,
      quantity: 3,
      handed_at: time.clock(),
      retired_at: time.clock(),
    })
    .execute()
  time.pass(15)
  await shop.increment()
  expect(await shop.counts()).toEqual([2, 7])
})

test('only changes are announced', async () => {
  const shop = await open('moving')
  await shop.counts()
  const client = await database.pool.connect()
  const heard: (string | undefined)[] = []
  client.on('notification', (note) => void heard.push(note.payload))
  await client.query('listen keyhold')
  await shop.increment()
  await shop.click('standard', 1)
  await expect.poll(() => heard).toEqual(['counters'])
  client.release()
})

test.each([
  ['standard', {}],
  ['standard', { quantity: 0 }],
  ['standard', { quantity: 101 }],
  ['standard', { quantity: 1.5 }],
  ['standard', { quantity: '3' }],
  ['standard', { quantity: 3, count: 1_000_000 }],
  ['standard', null],
  ['gold', { quantity: 3 }],
])('a click on %s with %j is refused and counts nothing', async (edition, payload) => {
  const shop = await open('moving')
  const before = await shop.counts()
  const reply = await shop.app.inject({
    method: 'POST',
    url: `/data/purchase-counters/${edition}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ success: false, code: 'BAD_REQUEST' })
  expect(await shop.counts()).toEqual(before)
})

test('whatever a click sends, it adds a quantity of 1 to 100 or is rejected with an error code', async () => {
  const shop = await open('moving')
  const quantity = fc.oneof(fc.integer({ min: -200, max: 300 }), fc.double(), fc.jsonValue())
  const body = fc.oneof(fc.record({ quantity }), fc.jsonValue())
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('standard', 'supporter', 'gold', '%00', "'"),
      body,
      async (edition, payload) => {
        const [before = 0, other = 0] = await shop.counts()
        const reply = await shop.app.inject({
          method: 'POST',
          url: `/data/purchase-counters/${edition}`,
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(payload),
        })
        const [after = 0, otherAfter = 0] = await shop.counts()
        const added = after - before + otherAfter - other
        if (reply.statusCode === 200) expect(payload).toEqual({ quantity: added })
        else {
          expect([reply.statusCode, added]).toEqual([400, 0])
          // a body that names __proto__ is no JSON we read
          expect(reply.json()).toMatchObject({
            success: false,
            code: expect.stringMatching(/^BAD_(REQUEST|JSON)$/) as string,
          })
        }
      },
    ),
    { numRuns: 150 },
  )
})

async function open(mode: CounterMode) {
  const app = await appWith((routes) => {
    const limits = createLimits(database.db, time.clock, { factor: 'off' })
    const counters = createCounters(database.db, time.clock, mode, EDITION_IDS)
    counterRoutes(routes, { counters, editionIds: EDITION_IDS, limits })
  })
  apps.push(app)
  return {
    app,
    counts: async () => {
      const rows = (await app.inject('/data/purchase-counters')).json<PurchaseCounter[]>()
      expect(rows.map((row) => row.id)).toEqual(['standard', 'supporter'])
      return rows.map((row) => row.count)
    },
    click: (edition: string, quantity: number) =>
      app.inject({ method: 'POST', url: `/data/purchase-counters/${edition}`, payload: { quantity } }),
    increment: () => app.inject({ method: 'POST', url: '/functions/increment-counters' }),
  }
}
