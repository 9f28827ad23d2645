import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/http/create-app.ts'
import type { App } from '#server/http/app.ts'
import { createLog } from '#server/runtime/log.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { orderPageDeps } from '#test/order-page-fixture.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { orderDeps } from '#test/order-fixture.ts'
import { placePaidOrder } from '#test/refund-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { buyerRoutes } from './routes.ts'
import { appWith } from '#test/app-with.ts'
import { secretOf, TEST_SECRET } from '#test/installation-secret.ts'
import { orderSecretOf } from '#server/payments/open-order.ts'
import { handleMailedLink } from './link-routes.ts'

const { clock } = testClock()
const database = useTestDatabase()
let app: App
let order: PaymentRecord
let logged = ''
beforeAll(async () => {
  order = await placePaidOrder(orderDeps(database.db, clock))
  app = await createApp({
    log: createLog({
      level: 'debug',
      write: (line) => {
        logged += line
      },
    }),
    trustedProxies: [],
    isSecure: false,
    hasApiDocs: false,
    health: () => Promise.resolve({ ready: true, parts: {} }),
    notFoundPage: (_request, reply) =>
      reply.status(404).header('referrer-policy', 'same-origin').type('text/html').send('no such page'),
  })
  buyerRoutes(app, orderPageDeps(database.db, clock))
  app.get('/order/:id', (_request, reply) =>
    reply.header('referrer-policy', 'same-origin').header('cache-control', 'private, no-cache').send('page'),
  )
})
afterAll(() => app.close())

const PRIVATE = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cache-control': 'no-store',
}

test('every response below /order/ is private: pages, files, errors and unknown paths', async () => {
  const { id } = order
  const paths = ['', '/', '/keys.txt', '/invoice.txt', '/nothing', '?key=x', '/keys.txt?key=x', '?lang=ar']
  for (const path of paths) {
    const reply = await app.inject({ method: 'GET', url: `/order/${id}${path}` })
    expect([path, reply.headers]).toMatchObject([path, PRIVATE])
  }
  const posted = await app.inject({ method: 'POST', url: `/order/${id}`, payload: {} })
  expect(posted.headers).toMatchObject(PRIVATE)
})

test.each(['', '/', '/keys.txt', '/invoice.txt', '/nothing'])(
  'no address with a key in it is ever answered but by leading to the one without: /order/…%s',
  async (path) => {
    for (const key of [secretOf(order), 'wrong', '']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const reply = await app.inject({
          method,
          url: `/order/${order.id}${path}?lang=ar&key=${key}&x=${key}`,
        })
        expect([reply.statusCode, reply.headers.location]).toEqual([303, `/order/${order.id}${path}`])
      }
    }
  },
)

test('the log has routes, and neither the order’s id nor its secret', async () => {
  for (const url of [
    `/order/${order.id}?key=${secretOf(order)}`,
    `/order/${order.id}/invoice.txt`,
    `/data/orders/${order.id}`,
    `/order/${order.id}/nothing`,
  ]) {
    await app.inject({ method: 'GET', url })
  }
  expect(logged).toContain('/order/:id/invoice.txt')
  expect(logged).not.toContain(order.id)
  expect(logged).not.toContain(secretOf(order))
})

test('a browser never holds more orders than its cookies can carry: the oldest are removed', async () => {
  const others = Array.from({ length: 61 }, () => randomUUID())
  const cookie = others.map((id) => `keyhold_order_${id}=${secretOf(order)}`).join('; ')
  const url = `/order/${order.id}?key=${secretOf(order)}`
  const reply = await app.inject({ method: 'GET', url, headers: { cookie: `language=en; ${cookie}` } })
  const set = [reply.headers['set-cookie']].flat()
  expect(set).toHaveLength(3)
  expect(set[0]).toContain(`keyhold_order_${order.id}=${secretOf(order)}; Path=/`)
  expect(set.slice(1)).toEqual(others.slice(0, 2).map((id) => `keyhold_order_${id}=; Path=/; Max-Age=0`))
})

test('on https an order’s cookie is of this host only; the cookie of an earlier release opens it, and is replaced', async () => {
  const secure = await appWith((routes) => {
    handleMailedLink(routes, { db: database.db, secret: TEST_SECRET, isSecure: true })
  })
  const old = `keyhold_order_${order.id}=${secretOf(order)}`
  expect(orderSecretOf({ headers: { cookie: old } }, order.id)).toBe(secretOf(order))
  const planted = `keyhold_order_${order.id}=planted; __Host-${old}`
  expect(orderSecretOf({ headers: { cookie: planted } }, order.id)).toBe(secretOf(order))
  const url = `/order/${order.id}?key=${secretOf(order)}`
  const reply = await secure.inject({ method: 'GET', url, headers: { cookie: `language=en; ${old}` } })
  expect([reply.headers['set-cookie']].flat()).toEqual([
    expect.stringMatching(
      new RegExp(`^__Host-${old}; Path=/; Max-Age=\\d+; HttpOnly; SameSite=Lax; Secure$`),
    ),
    `keyhold_order_${order.id}=; Path=/; Max-Age=0`,
  ])
  await secure.close()
})
