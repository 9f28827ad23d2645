import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#server/http/app.ts'
import { findPayment } from '#server/payments/open-order.ts'
import { hashOrderSecret, isOrderCode, isOrderSecret, orderCodeFor } from '#server/secrets/order-secret.ts'
import { appWith } from '#test/app-with.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { secretOf, TEST_SECRET } from '#test/installation-secret.ts'
import { orderPageDeps } from '#test/order-page-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { buyerRoutes } from './routes.ts'

const OWN = { origin: 'https://shop.example' }

const database = useTestDatabase()
let app: App
let id: string
beforeAll(async () => {
  id = await insertPayment(database.db, { language: 'de' })
  app = await appWith((routes) => buyerRoutes(routes, orderPageDeps(database.db, testClock().clock)))
})
afterAll(() => app.close())

const open = (key: string, headers: Record<string, string> = OWN, paymentId = id) =>
  app.inject({ method: 'POST', url: '/functions/open-order', headers, payload: { paymentId, key } })
const read = (cookie: string) => app.inject({ url: `/data/orders/${id}`, headers: { cookie } })

test('the secret behind # is exchanged for the cookie that opens the order, in the language of its mails', async () => {
  for (const key of [secretOf({ id }), 'secret']) {
    const reply = await open(key)
    expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }])
    const [cookie = '', language] = [reply.headers['set-cookie'] ?? []].flat()
    expect(cookie).toContain(`keyhold_order_${id}=${key}; Path=/`)
    expect(cookie).toContain('HttpOnly')
    expect(language).toContain('language=de')
    expect((await read(cookie.split(';')[0] ?? '')).statusCode).toBe(200)
  }
})

test('a wrong secret, the typed code, another order and another site get no cookie', async () => {
  const other = await insertPayment(database.db)
  const tried = [
    await open('wrong'),
    await open(orderCodeFor(TEST_SECRET, id)),
    await open(secretOf({ id }), { origin: 'https://evil.example' }),
    await open(secretOf({ id }), OWN, other),
  ]
  for (const reply of tried) {
    expect(reply.statusCode).toBe(403)
    expect(reply.headers['set-cookie']).toBeUndefined()
  }
  expect((await open('x', OWN, '0f9c1b1e-0000-4000-8000-000000000000')).statusCode).toBe(404)
})

test('codes ignore case, spaces and hyphens, and belong to one order and one installation', () => {
  const code = orderCodeFor(TEST_SECRET, id)
  expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
  expect(isOrderCode(TEST_SECRET, id, ` ${code.toLowerCase().replace('-', ' ')} `)).toBe(true)
  expect(
    isOrderCode(
      TEST_SECRET,
      id.replace(/^./, (one) => (one === '0' ? '1' : '0')),
      code,
    ),
  ).toBe(false)
  expect(isOrderCode(Buffer.alloc(32, 1), id, code)).toBe(false)
  expect(isOrderCode(TEST_SECRET, id, '')).toBe(false)
})

test('what the database holds of an order opens nothing, and links survive another installation secret', async () => {
  const order = await findPayment(database.db, id)
  if (order === null) throw new Error('expected the order')
  for (const held of [order.order_secret_hash.toString('hex'), order.order_secret_hash.toString('base64url')])
    expect(isOrderSecret(TEST_SECRET, order, held)).toBe(false)
  const made = { id, order_secret_hash: hashOrderSecret(secretOf({ id })) }
  expect(isOrderSecret(Buffer.alloc(32, 1), made, secretOf({ id }))).toBe(true)
  const migration = await readFile(
    new URL('../db/migrations/0027_order_secret_hashes.sql', import.meta.url),
    'utf8',
  )
  expect(migration).toMatch(/^-- exclusive:/)
})
