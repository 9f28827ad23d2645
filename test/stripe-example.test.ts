import { spawn, type ChildProcess } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerExternalOrders } from '#server/external-orders/register-external-orders.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { createLog } from '#server/runtime/log.ts'
import { testEditions } from './editions.ts'
import { TEST_CIPHER } from './installation-secret.ts'
import { useTestDatabase } from './use-test-database.ts'
import { useTokenCalls } from './use-token-calls.ts'

const SECRET = 'whsec_test'
const database = useTestDatabase()
const calls = useTokenCalls(database, (app) => {
  const { db } = database
  registerExternalOrders({
    db,
    clock: systemClock,
    limits: createLimits(db, systemClock, { factor: 'off' }),
    log: createLog({ level: 'silent' }),
    languages: ['en'],
    editions: testEditions('reserve'),
  }).addRoutes?.(app)
})
let example: ChildProcess
let address = ''
beforeAll(async () => {
  const env = {
    STRIPE_WEBHOOK_SECRET: SECRET,
    KEYHOLD_URL: await calls.listen(),
    KEYHOLD_TOKEN: await calls.token('orders:external'),
    PORT: '0',
  }
  example = spawn('node_modules/.bin/node', ['docs/examples/stripe.mjs'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (example.stdout === null) throw new Error('expected the output of the example')
  const [line] = (await once(createInterface(example.stdout), 'line')) as [string]
  address = `http://127.0.0.1:${line.split(' ').at(-1) ?? ''}`
})
afterAll(async () => {
  const ended = once(example, 'exit')
  example.kill()
  await ended
})

const event = (id: string, paymentStatus = 'paid', quantity = 1) =>
  JSON.stringify({
    type: 'checkout.session.completed',
    data: {
      object: {
        id,
        payment_status: paymentStatus,
        customer_details: { email: 'card@example.com' },
        metadata: { edition: 'standard', quantity: String(quantity) },
      },
    },
  })

/** Posts as Stripe does. @returns the status of the reply. */
async function post(body: string, { secret = SECRET, ageS = 0 } = {}): Promise<number> {
  const time = String(Math.floor(Date.now() / 1000) - ageS)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  const headers = { 'stripe-signature': `t=${time},v1=${'0'.repeat(64)},v1=${signature}` }
  return (await fetch(address, { method: 'POST', headers, body })).status
}

const delivered = async () =>
  await database.db
    .selectFrom('external_orders')
    .select(['reference', 'quantity'])
    .orderBy('created_at')
    .execute()

test('what Stripe says was paid is delivered once; what it did not sign, or is not paid, is not', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 3)
  expect(await post(event('cs_test_0001'), { secret: 'another' })).toBe(400)
  expect(await post(event('cs_test_0001'), { ageS: 600 })).toBe(400)
  expect(await post(event('cs_test_0002', 'unpaid'))).toBe(200)
  expect(await delivered()).toEqual([])
  expect(await Promise.all([post(event('cs_test_0001')), post(event('cs_test_0001'))])).toEqual([200, 200])
  expect(await post(event('cs_test_0003', 'paid', 2))).toBe(200)
  expect(await delivered()).toEqual([
    { reference: 'cs_test_0001', quantity: 1 },
    { reference: 'cs_test_0003', quantity: 2 },
  ])
})

test('what the shop cannot deliver is answered as a failure, so that Stripe calls again', async () => {
  expect(await post(event('cs_test_0004'))).toBe(500)
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  expect(await post(event('cs_test_0004'))).toBe(200)
})
