import { USD } from '#shared/currency.ts'
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { readApiRoutes } from '#server/read-api/routes.ts'
import { systemClock } from '#server/runtime/clock.ts'
import type { CryptoOrder } from '#shared/program-orders.ts'
import { EDITION_IDS } from '#test/editions.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { newCode } from '#test/new-code.ts'
import { orderDeps, payOnChain, readyAddresses } from '#test/order-fixture.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { useTokenCalls } from '#test/use-token-calls.ts'
import { deliverOrder } from './deliver-order.ts'
import { programOrderRoutes } from './program-routes.ts'
import { settlePayment } from './settle-payment.ts'

const PATH = '/api/v1/orders'
const database = useTestDatabase({ max: 20 })
const deps = () => orderDeps(database.db, systemClock, { stock: 'reserve' })
const calls = useTokenCalls(database, (app) => {
  programOrderRoutes(app, { ...deps(), languages: ['fr', 'en'], publicUrl: 'https://shop.example' })
  readApiRoutes(app, { ...deps(), editionIds: EDITION_IDS, currency: USD })
})
let token = ''
beforeAll(async () => {
  token = await calls.token('orders:create', 'orders:read')
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 8)
  await readyAddresses(deps(), 'bitcoin', { count: 30 })
})

const WISH = {
  email: 'buyer@example.com',
  edition: 'standard',
  quantity: 2,
  network: 'bitcoin',
  refundAddress: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
}
const create = (more: object = {}, key: string = randomUUID()) =>
  calls.post(PATH, { ...WISH, ...more }, token, key)
const orderOf = (reply: { readonly body: object }) => (reply.body as { order: CryptoOrder }).order

test('a program creates an order without a captcha, which is paid and delivered as any other', async () => {
  const reply = await create({ price: '127.98', language: 'de' })
  expect(reply.status).toBe(200)
  const made = orderOf(reply)
  expect(made).toMatchObject({
    kind: 'crypto',
    email: 'buyer@example.com',
    price: '127.98',
    currency: 'USD',
    network: 'bitcoin',
    symbol: 'BTC',
    received: '0',
    status: 'pending',
    deliveredAt: null,
  })
  expect(made.remaining).toBe(made.amount)
  expect(reply.body['invoiceUrl']).toMatch(
    new RegExp(`^https://shop\\.example/order/${made.id}#key=[A-Za-z0-9_-]{32}$`),
  )
  const record = await database.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow()
  expect(record).toMatchObject({ language: 'de', client_hash: null, network_hash: null, reserves_keys: true })
  await payOnChain(database.db, record)
  await settlePayment(deps(), made.id)
  await deliverOrder(deps(), made.id)
  const read = await calls.get(`${PATH}/${made.id}`, token)
  expect(orderOf(read)).toMatchObject({ status: 'confirmed', remaining: '0' })
  expect(orderOf(read).deliveredAt).not.toBeNull()
  // who may read orders may not read keys
  expect(JSON.stringify(read.body)).not.toContain('#key=')
  expect(orderOf(read).email).not.toContain('buyer@')
})

test('a discount code lowers the price, and one that does not is named', async () => {
  await newCode(database.db, 'QUARTER', { uses: 1 })
  const sold = await create({ quantity: 1, discountCode: 'quarter', price: '63.99' })
  expect(orderOf(sold)).toMatchObject({ price: '48.00', discount: '15.99' })
  const refused = await Promise.all([
    create({ discountCode: 'quarter' }),
    create({ discountCode: 'nothing' }),
  ])
  expect(refused.map(({ body }) => body.code)).toEqual(['DISCOUNT_USED_UP', 'DISCOUNT_UNKNOWN'])
})

test('the same call again, also at once, gives the same order and page', async () => {
  const key = randomUUID()
  const replies = await Promise.all(Array.from({ length: 4 }, () => create({ quantity: 1 }, key)))
  expect(new Set(replies.map(({ body }) => body['invoiceUrl'])).size).toBe(1)
  const other = await create({ quantity: 2 }, key)
  expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
})

test('many orders at once sell exactly the stock, and are held to no limit of a client', async () => {
  const replies = await Promise.all(Array.from({ length: 9 }, () => create({ quantity: 1 })))
  const sold = replies.filter(({ status }) => status === 200)
  const refused = replies.filter(({ body }) => body.code === 'OUT_OF_STOCK')
  // eight keys: two were delivered, two are held by the tests above
  expect([sold.length, refused.length]).toEqual([4, 5])
})

test('faults are named, and a token without the scope creates nothing', async () => {
  const faults = await Promise.all([
    create({ price: '1.00' }),
    create({ price: '1.' }),
    create({ refundAddress: '0x0' }),
    create({ network: 'dogecoin' }),
    create({ edition: 'gold' }),
    create({ email: '@' }),
    create({ currency: 'EUR' }),
    calls.post(PATH, WISH, token),
  ])
  expect(faults.map(({ body }) => body.code)).toEqual([
    'PRICE_MISMATCH',
    'BAD_REQUEST',
    'ADDRESS_INVALID',
    'BAD_REQUEST',
    'BAD_REQUEST',
    'EMAIL_INVALID',
    'CURRENCY_NOT_OFFERED',
    'IDEMPOTENCY_KEY_INVALID',
  ])
  const reader = await calls.token('orders:read', 'orders:external')
  expect((await calls.post(PATH, WISH, reader, randomUUID())).status).toBe(403)
  expect((await calls.get(`${PATH}/${randomUUID()}`, token)).status).toBe(404)
})
