import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '#server/http/app.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { formApp, get, post } from '#test/plain-pages-fixture.ts'
import { contentsOf, forgetOrders, orderDeps, placeOrder, USUAL_REQUEST } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { useSite } from '#test/use-site.ts'
import { secretOf } from '#test/installation-secret.ts'

const { clock } = testClock()
const database = useTestDatabase()
const shop = useSite({ clock })
let app: App
let order: PaymentRecord

beforeAll(async () => {
  app = await formApp(database.db, clock, shop.site)
})
afterAll(() => app.close())
beforeEach(async () => {
  await forgetOrders(database.db)
  order = await placeOrder(orderDeps(database.db, clock))
})

const cookieOf = (order: PaymentRecord) => `keyhold_order_${order.id}=${secretOf(order)}`
const mails = async () =>
  (await database.db.selectFrom('mails').selectAll().execute()).filter(
    ({ template }) => template === 'recover',
  )

test('the answer is the same whether there is such an order or not; a mail is queued only if there is', async () => {
  const known = { email: ' Buyer@Example.com ', paymentId: order.id.toUpperCase() }
  const requests = [
    { email: 'buyer@example.com', paymentId: randomUUID() },
    { email: 'other@example.com', paymentId: order.id },
  ]
  for (const request of requests) {
    const reply = await post(app, '/recover', request)
    expect([reply.statusCode, reply.headers.location]).toEqual([303, '/recover?done=sent#done'])
  }
  expect(await mails()).toEqual([])
  const reply = await post(app, '/recover', known)
  expect([reply.statusCode, reply.headers.location]).toEqual([303, '/recover?done=sent#done'])
  expect(await mails()).toMatchObject([{ recipient: 'buyer@example.com', payment_id: order.id }])
  const page = await get(app, '/recover?done=sent')
  expect(page.body).toContain('If there is an order with this e-mail address and invoice ID')
})

test('faults are shown at their fields, with the entries', async () => {
  const reply = await post(app, '/recover', { email: 'nobody', paymentId: '123' })
  expect(reply.statusCode).toBe(400)
  for (const words of ['id="email-fault"', 'id="paymentId-fault"', 'value="nobody"', 'value="123"'])
    expect(reply.body).toContain(words)
})

test('only orders that this browser can open are listed, newest first', async () => {
  const other = await placeOrder(orderDeps(database.db, clock), { edition: 'supporter', totalPrice: 119.99 })
  const stranger = await placeOrder(orderDeps(database.db, clock))
  const forged = `keyhold_order_${stranger.id}=${'x'.repeat(secretOf(stranger).length)}`
  const cookie = [cookieOf(order), cookieOf(other), forged, `keyhold_order_${randomUUID()}=x`].join('; ')
  const page = await get(app, '/recover', { cookie })
  expect(page.body).toContain(`href="/order/${order.id}"`)
  expect(page.body).toContain(`href="/order/${other.id}"`)
  expect(page.body).not.toContain(stranger.id)
  const refund = await get(app, '/recover?for=refund&lang=ar', { cookie })
  expect(refund.statusCode).toBe(200)
  expect(refund.body).toContain(`href="/order/${order.id}?lang=ar#refund"`)
})

test('a browser with one order is redirected to its refund', async () => {
  const reply = await get(app, '/recover?for=refund', { cookie: cookieOf(order) })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, `/order/${order.id}#refund`])
  const without = await get(app, '/recover?for=refund')
  expect(without.statusCode).toBe(200)
})

test('after too many requests the page says when to try again', async () => {
  const strict = await formApp(database.db, clock, shop.site, { limits: 0.1 })
  const request = { email: 'flooded@example.com', paymentId: order.id }
  await post(strict, '/recover', request)
  const reply = await post(strict, '/recover', request)
  expect(reply.statusCode).toBe(429)
  expect(reply.body).toContain('This has been asked for too often.')
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(60)
  await strict.close()
})

const NASTY = ['', '\0', '\r\nBcc: a@b.c', '<script>', "' or 1=1 --", '‮x', '\ud800', '9'.repeat(1000)]
const word = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom(...NASTY))

test('whatever is sent to order or recover, the answer is a page that says what is wrong, and nothing is written', async () => {
  const before = await contentsOf(database.db)
  const names = [
    'do',
    'edition',
    'quantity',
    'network',
    'userEmail',
    'walletAddress',
    'code',
    'captcha',
    'key',
  ]
  const right = new Map(Object.entries({ ...USUAL_REQUEST, network: 'bitcoin', do: 'order' }))
  const value = (name: string) => fc.oneof(word, fc.constant(String(right.get(name) ?? '')))
  const order = fc.record(
    Object.fromEntries([...names, 'seen-standard', 'lang'].map((name) => [name, value(name)])),
  )
  const lost = fc.record({ email: word, paymentId: word }, { requiredKeys: [] })
  const sent = fc.oneof(
    fc.record({ url: fc.constant('/order'), fields: order }),
    fc.record({ url: fc.constant('/recover'), fields: lost }),
  )
  await fc.assert(
    fc.asyncProperty(sent, fc.boolean(), async ({ url, fields }, isDoubled) => {
      const body = new URLSearchParams(fields as Record<string, string>).toString()
      const reply = await post(app, url, isDoubled ? `${body}&${body}` : body)
      expect([reply.statusCode >= 400 && reply.statusCode < 500, reply.statusCode]).toEqual([
        true,
        reply.statusCode,
      ])
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(reply.body).toContain('class="pay-failure" role="alert"')
    }),
    { numRuns: 120 },
  )
  await database.db.deleteFrom('captchas').execute()
  expect(await contentsOf(database.db)).toBe(before)
})

test('whatever a URL or a cookie contains, there is a page', async () => {
  const raw = fc.string({ unit: fc.constantFrom(...'a=&%+;0fF-_é?#/'), maxLength: 80 })
  const path = fc.constantFrom('/order', '/recover', `/order/${order.id}`, '/order/x')
  const names = ['edition', 'quantity', 'lang', 'for', 'done', 'network', '']
  const query = fc.array(fc.tuple(fc.constantFrom(...names), raw), { maxLength: 4 })
  const cookies = fc.array(fc.tuple(fc.constantFrom(order.id, 'x', randomUUID()), raw), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(path, query, cookies, async (url, pairs, held) => {
      const asked = pairs.map((pair) => pair.join('=')).join('&')
      const cookie = held
        .map(([id, secret]) => `keyhold_order_${id}=${encodeURIComponent(secret)}`)
        .join('; ')
      const reply = await get(app, encodeURI(`${url}?${asked}`).replaceAll('#', '%23'), { cookie })
      expect([200, 303, 400, 404]).toContain(reply.statusCode)
      expect(reply.body).not.toContain(secretOf(order))
    }),
    { numRuns: 120 },
  )
})

test('raw bytes instead of a form are answered with a page, too', async () => {
  const raw = fc.string({ unit: fc.constantFrom(...'a=&%+;0f\u0000é\n'), maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(raw, fc.constantFrom('/order', '/recover'), async (body, url) => {
      const reply = await post(app, url, body)
      expect(reply.statusCode).toBe(400)
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    }),
    { numRuns: 60 },
  )
})

test('the status page is for everyone, in their language, and not kept', async () => {
  const reply = await get(app, '/status?lang=de')
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toContain('Status des Shops')
  expect(reply.headers['cache-control']).toBe('no-store')
})
