import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { App } from '#server/http/app.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { eraseOrder } from '#server/privacy/erase-order.ts'
import { appWith } from '#test/app-with.ts'
import { orderPageDeps } from '#test/order-page-fixture.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { contentsOf, forgetOrders, orderDeps, placeOrder } from '#test/order-fixture.ts'
import { isSomebodyWaiting } from '#test/is-somebody-waiting.ts'
import { testClock } from '#test/test-clock.ts'
import { until } from '#test/until.ts'
import { buyerRoutes } from './routes.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const database = useTestDatabase()
let app: App
let order: PaymentRecord
const { clock } = testClock()
beforeEach(async () => {
  await forgetOrders(database.db)
  await database.db.deleteFrom('mails').execute()
  order = await placeOrder(orderDeps(database.db, clock), { userEmail: 'Ada.Buyer@example.com' })
  await database.db.deleteFrom('mails').execute()
  app = await open()
  return () => app.close()
})

function open(limits: number | 'off' = 'off'): Promise<App> {
  return appWith((routes) => buyerRoutes(routes, orderPageDeps(database.db, clock, { limits })))
}
const recover = (email: string, paymentId: string, remoteAddress = '203.0.113.9') =>
  app.inject({
    method: 'POST',
    url: '/functions/recover-order',
    payload: { email, paymentId },
    remoteAddress,
  })

test('a matching e-mail and invoice id send the link, to the address stored with the order', async () => {
  const reply = await recover(' ada.buyer@EXAMPLE.com ', order.id.toUpperCase())
  expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }])
  const mails = await database.db.selectFrom('mails').selectAll().execute()
  expect(mails).toMatchObject([
    {
      template: 'recover',
      recipient: 'Ada.Buyer@example.com',
      language: 'en',
      payment_id: order.id,
      facts: { paymentId: order.id },
    },
  ])
})

test('any other pair gets the same answer, and no mail is queued', async () => {
  const right = await recover('ada.buyer@example.com', order.id)
  await database.db.deleteFrom('mails').execute()
  const before = await contentsOf(database.db)
  const email = fc.constantFrom('ada.buyer@example.com', 'other@example.com', 'ada.buyer@example.org')
  await fc.assert(
    fc.asyncProperty(email, fc.uuid({ version: 4 }), fc.boolean(), async (who, id, isMine) => {
      const paymentId = isMine && who !== 'ada.buyer@example.com' ? order.id : id
      const reply = await recover(who, paymentId)
      expect([reply.statusCode, reply.body]).toEqual([right.statusCode, right.body])
      const { date: _date, 'x-request-id': _id, ...headers } = reply.headers
      const { date: _right, 'x-request-id': _rightId, ...rightHeaders } = right.headers
      expect(headers).toEqual(rightHeaders)
    }),
    { numRuns: 30 },
  )
  expect(await contentsOf(database.db)).toBe(before)
})

test('an order whose e-mail is erased cannot be recovered', async () => {
  await database.db.transaction().execute((tx) => eraseOrder(tx, order.id, clock()))
  expect((await recover('ada.buyer@example.com', order.id)).statusCode).toBe(200)
  expect(await database.db.selectFrom('mails').selectAll().execute()).toEqual([])
})

test('an order that is being erased cannot be recovered either', async () => {
  let reply: ReturnType<typeof recover> | undefined
  await database.db.transaction().execute(async (tx) => {
    await eraseOrder(tx, order.id, clock())
    reply = recover('ada.buyer@example.com', order.id)
    // inject sends the request only once its answer is awaited
    void reply.then(() => undefined)
    await until(() => isSomebodyWaiting(database.db), { what: 'the recovery waiting for the erasure' })
  })
  expect((await reply)?.statusCode).toBe(200)
  expect(await database.db.selectFrom('mails').selectAll().execute()).toEqual([])
})

test('no mailbox is flooded, however many clients ask, whether there is an order or not', async () => {
  await app.close()
  app = await open(1)
  for (const id of [order.id, UNKNOWN]) {
    await database.db.deleteFrom('limits').execute()
    await app.close()
    app = await open(1)
    const replies = []
    for (let client = 0; client < 5; client++) {
      replies.push(await recover('ada.buyer@example.com', id, `203.0.113.${String(client)}`))
    }
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 429])
    expect(replies.at(-1)?.headers['retry-after']).toBe('3600')
  }
  const rows = await database.db.selectFrom('limits').select('key').execute()
  expect(JSON.stringify(rows)).not.toContain('ada.buyer')
})

test("a stranger who knows an address, but no order of it, does not spend its owner's limit", async () => {
  await app.close()
  app = await open(1)
  for (let guess = 0; guess < 8; guess++) {
    const made = `00000000-0000-4000-8000-${String(guess).padStart(12, '0')}`
    await recover('ada.buyer@example.com', made, `203.0.113.${String(guess)}`)
  }
  expect((await recover('ada.buyer@example.com', order.id)).statusCode).toBe(200)
  expect(await database.db.selectFrom('mails').select('payment_id').execute()).toEqual([
    { payment_id: order.id },
  ])
})

test('a mailbox gets twelve such mails an hour, whatever orders they are about and however it is spelled', async () => {
  await app.close()
  app = await open(1)
  const deps = orderDeps(database.db, clock)
  for (let made = 0; made < 5; made++) {
    const email = `ada.buyer+${String(made)}@example.com`
    const { id } = await placeOrder(deps, { userEmail: email })
    await database.db.deleteFrom('mails').where('template', '=', 'received').execute()
    for (let call = 0; call < 4; call++) {
      const reply = await recover(email, id, `203.0.113.${String(made)}`)
      expect(reply.statusCode).toBe(200)
    }
  }
  expect(await database.db.selectFrom('mails').select('id').execute()).toHaveLength(12)
})

test('one client cannot try many addresses', async () => {
  await app.close()
  app = await open(1)
  const statuses: number[] = []
  for (let guess = 0; guess < 11; guess++) {
    statuses.push((await recover(`guess${String(guess)}@example.com`, order.id)).statusCode)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})
