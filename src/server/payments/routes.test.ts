import { NETWORKS } from '#shared/rails.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { buyerRoutes } from '#server/order-page/routes.ts'
import { passCookie } from '#server/captcha/pass-cookie.ts'
import { issuePass } from '#server/captcha/passes.ts'
import type { App } from '#server/http/app.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { CreatePaymentReply, OrderReply, PaymentRow, VerifyPaymentReply } from '#shared/api.ts'
import type { ChainId } from '#shared/chains.ts'
import { appWith } from '#test/app-with.ts'
import { orderPageDeps } from '#test/order-page-fixture.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import {
  contentsOf,
  forgetOrders,
  orderDeps,
  payOnChain,
  placeOrder,
  USUAL_REQUEST,
  readyAddresses,
} from '#test/order-fixture.ts'
import { newCode } from '#test/new-code.ts'
import { PAY_CHAINS } from '#test/pay-chains.ts'
import { testClock } from '#test/test-clock.ts'
import { deliverOrder } from './deliver-order.ts'
import type { PaymentRecord } from './payment-record.ts'
import { paymentRoutes } from './routes.ts'
import { settlePayment } from './settle-payment.ts'
import { TEST_CIPHER, secretOf } from '#test/installation-secret.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const database = useTestDatabase()
let time: ReturnType<typeof testClock>
let app: App
let looks: ChainId[]
beforeEach(async () => {
  await forgetOrders(database.db)
  time = testClock()
  looks = []
  await readyAddresses(orderDeps(database.db, time.clock), 'bitcoin')
  app = await openApp()
  return () => app.close()
})

describe('POST /functions/create-crypto-payment', () => {
  test('returns the payment and sets the cookie that opens it', async () => {
    const reply = await create()
    expect(reply.statusCode).toBe(200)
    const { payment } = CreatePaymentReply.parse(reply.json())
    expect(payment).toMatchObject({
      cryptoAmount: '0.0010665',
      cryptoType: 'bitcoin',
      cryptoNetwork: 'bitcoin',
      priceUSD: 63.99,
      quantity: 1,
      edition: 'standard',
      status: 'pending',
      flags: [],
      expiresAt: '2026-11-20T12:15:00.000Z',
      createdAt: '2026-11-20T12:00:00.000Z',
      confirmedAt: null,
      transactionHash: null,
      blockchainConfirmations: 0,
    })
    expect(reply.headers['set-cookie']).toBe(
      `keyhold_order_${payment.id}=${secretOf(payment)}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax`,
    )
    expect(reply.body).not.toContain(secretOf(payment))
    expect(reply.body).not.toContain('buyer@example.com')
    const order = await get(`/data/orders/${payment.id}`, cookieOf(reply))
    expect(order.statusCode).toBe(200)
  })

  test('gives the checkout in a frame the secret in a header, which opens that order and no other', async () => {
    const reply = await create({}, { 'keyhold-framed': '1' })
    const { payment } = CreatePaymentReply.parse(reply.json())
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(reply.headers['keyhold-order-secret']).toBe(secretOf(payment))
    const open = (id: string) =>
      app.inject({ url: `/data/orders/${id}`, headers: { 'keyhold-order-secret': secretOf(payment) } })
    expect((await open(payment.id)).statusCode).toBe(200)
    expect((await open((await order()).id)).statusCode).toBe(403)
    expect((await create()).headers['keyhold-order-secret']).toBeUndefined()
  })

  test('on https the cookies are Secure and of this host only', async () => {
    await app.close()
    app = await openApp({ isSecure: true })
    const cookie = passCookie(await issuePass(database.db, time.clock()), true)
    expect((await create({}, { cookie })).headers['set-cookie']).toMatch(/^__Host-keyhold_order_.*; Secure$/)
  })

  test('returns the same answer and cookie for the same Idempotency-Key', async () => {
    const first = await create({}, { 'idempotency-key': 'key-of-the-dialog' })
    const again = await create({}, { 'idempotency-key': 'key-of-the-dialog', cookie: '' })
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect(again.headers['set-cookie']).toBe(first.headers['set-cookie'])
  })

  test('gives the cookie to the client that ordered only, whoever has seen its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'key-of-the-dialog' }
    const first = await create({}, headers)
    const other = await app.inject({
      method: 'POST',
      url: '/functions/create-crypto-payment',
      headers,
      payload: USUAL_REQUEST,
      remoteAddress: '203.0.113.99',
    })
    expect([other.statusCode, other.json()]).toEqual([200, first.json()])
    expect(other.headers['set-cookie']).toBeUndefined()
  })

  test.each(['short', 'with blank', 'x'.repeat(201), 'schlüssel-schlüssel', ''])(
    'refuses "%s" as Idempotency-Key',
    async (key) => {
      const reply = await create({}, { 'idempotency-key': key })
      expect([reply.statusCode, reply.json()]).toMatchObject([400, { code: 'IDEMPOTENCY_KEY_INVALID' }])
    },
  )

  test('reports which field of the form is wrong', async () => {
    expect((await create({ userEmail: 'nobody' })).json()).toMatchObject({
      success: false,
      code: 'EMAIL_INVALID',
    })
    expect((await create({ walletAddress: '' })).json()).toMatchObject({
      success: false,
      code: 'ADDRESS_INVALID',
    })
    expect((await create({ quantity: 101 })).json()).toMatchObject({ success: false, code: 'BAD_REQUEST' })
  })

  test('above the limit reports how long to wait', async () => {
    await app.close()
    app = await openApp({ limits: 0.001 })
    const pay = () => database.db.updateTable('payments').set({ status: 'detected' }).execute()
    await create()
    const unpaid = await create()
    expect([unpaid.statusCode, unpaid.headers['retry-after'], unpaid.json()]).toMatchObject([
      429,
      '900',
      { success: false, code: 'UNPAID_ORDERS' },
    ])
    await pay()
    await create()
    await pay()
    const reply = await create()
    expect([reply.statusCode, reply.headers['retry-after'], reply.json()]).toMatchObject([
      429,
      '60',
      { success: false, code: 'RATE_LIMITED' },
    ])
  })
})

describe('POST /functions/verify-crypto-payment', () => {
  test('polls the chain and returns the stored state', async () => {
    const { id } = await order()
    expect(await verify(id)).toEqual({
      confirmed: false,
      found: false,
      status: 'pending',
      flags: [],
      received: '0',
      confirmations: 0,
      required: 1,
    })
    expect(looks).toEqual(['bitcoin'])
  })

  test('polls once in 3 s for each payment, always answers, and stops polling once confirmed', async () => {
    const record = await order()
    for (let call = 0; call < 5; call++) await verify(record.id)
    expect(looks).toHaveLength(1)
    time.pass(4)
    await verify(record.id)
    expect(looks).toHaveLength(2)
    await confirm(record)
    time.pass(4)
    expect(await verify(record.id)).toMatchObject({ confirmed: true, found: true, received: '0.0010665' })
    expect(looks).toHaveLength(2)
  })

  test('rejects an unknown id', async () => {
    const reply = await post('/functions/verify-crypto-payment', { paymentId: UNKNOWN })
    expect([reply.statusCode, reply.json()]).toMatchObject([
      404,
      { success: false, code: 'PAYMENT_NOT_FOUND' },
    ])
  })
})

describe('GET /data/payments/:id', () => {
  test('returns status and invoice figures to anyone who knows the id, and nothing else', async () => {
    const record = await order()
    await confirm(record)
    const reply = await get(`/data/payments/${record.id}`)
    expect(PaymentRow.strict().parse(reply.json())).toMatchObject({
      status: 'confirmed',
      price_usd: 63.99,
      crypto_amount: '0.0010665',
      remaining: '0',
    })
    const [key] = await database.db.selectFrom('game_keys').selectAll().where('is_used', '=', true).execute()
    for (const secret of [
      secretOf(record),
      'buyer@example.com',
      USUAL_REQUEST.walletAddress,
      TEST_CIPHER.open(key as NonNullable<typeof key>),
    ]) {
      expect(reply.body).not.toContain(secret)
    }
  })

  test.each([
    [UNKNOWN, 404, 'PAYMENT_NOT_FOUND'],
    ['1', 400, 'BAD_REQUEST'],
    ["' or 1=1", 400, 'BAD_REQUEST'],
    ['\0', 400, 'BAD_REQUEST'],
    ['x'.repeat(90), 400, 'BAD_REQUEST'],
  ])('rejects the id "%s"', async (id, status, code) => {
    const reply = await get(`/data/payments/${encodeURIComponent(id)}`)
    expect([reply.statusCode, reply.json()]).toMatchObject([status, { success: false, code }])
  })
})

describe('GET /data/orders/:id', () => {
  test('shows keys and e-mail to the browser that ordered', async () => {
    const record = await order()
    await confirm(record)
    const reply = await get(`/data/orders/${record.id}`, `language=ar; ${cookieFor(record)}; x=y`)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(OrderReply.parse(reply.json())).toMatchObject({
      email: 'buyer@example.com',
      refundAddress: USUAL_REQUEST.walletAddress,
      keys: [expect.stringMatching(/^[A-Z0-9-]{19}$/)],
    })
  })

  test('shows nothing to anyone else', async () => {
    const [mine, other] = [await order(), await order()]
    await confirm(mine)
    const cookies = [
      '',
      cookieFor(other),
      `keyhold_order_${mine.id}=${secretOf(other)}`,
      `keyhold_order_${mine.id}=`,
      `keyhold_order_${mine.id}`,
      `keyhold_order_${mine.id}=${secretOf(mine).slice(1)}`,
      `keyhold_order_${mine.id}=${secretOf(mine).toLowerCase()}`,
      `xkeyhold_order_${mine.id}=${secretOf(mine)}`,
      `keyhold_order_${mine.id}=é${secretOf(mine)}`,
    ]
    for (const cookie of cookies) {
      const reply = await get(`/data/orders/${mine.id}`, cookie)
      expect([reply.statusCode, reply.json()]).toEqual([
        403,
        {
          success: false,
          requestId: expect.any(String) as string,
          error: expect.any(String) as string,
          code: 'FORBIDDEN',
        },
      ])
    }
    expect((await get(`/data/orders/${UNKNOWN}`)).statusCode).toBe(404)
  })
})

describe('GET /order/:id?key=…, the link in the mail', () => {
  test('sets the cookie and redirects to the URL without the key', async () => {
    const record = await order()
    for (const id of [record.id, record.id.toUpperCase()]) {
      const reply = await get(`/order/${id}?lang=ar&key=${secretOf(record)}`)
      expect([reply.statusCode, reply.headers.location]).toEqual([303, `/order/${id}`])
      expect(reply.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
      expect((await get(`/data/orders/${id}`, cookieOf(reply))).statusCode).toBe(200)
    }
  })

  test("keeps the order's language for a browser that has chosen none", async () => {
    const record = await order()
    const path = `/order/${record.id}?key=${secretOf(record)}`
    expect(String((await get(path)).headers['set-cookie'])).toContain(`language=${record.language};`)
    expect(String((await get(path, 'language=he')).headers['set-cookie'])).not.toContain('language=')
  })

  test('with a wrong key redirects to the URL without the key and sets no cookie', async () => {
    const [mine, other] = [await order(), await order()]
    for (const key of ['', 'x', secretOf(other), '%F0%9F%92%A9', '%ff', `${secretOf(mine)}x`]) {
      const reply = await get(`/order/${mine.id}?key=${key}`)
      expect([reply.statusCode, reply.headers.location]).toEqual([303, `/order/${mine.id}`])
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
  })

  test.each(['//evil.example', '%2F%2Fevil.example', 'x%0d%0aset-cookie:a=b', '..', '%5cevil'])(
    'leads nobody elsewhere: "%s"',
    async (id) => {
      const reply = await get(`/order/${id}?key=abc`)
      if (reply.statusCode === 303) expect(reply.headers.location).toMatch(/^\/order\/[^/\r\n]+$/)
      else expect(reply.statusCode).toBe(404)
      expect(reply.headers['set-cookie']).toBeUndefined()
    },
  )
})

test('POST /functions/preview-discount tells what a code takes off to a browser with a pass', async () => {
  await newCode(database.db, 'ROUTE10', { percent: 10, now: time.clock() })
  const body = { edition: 'standard', quantity: 1, discountCode: 'route10' }
  const ask = (headers: Readonly<Record<string, string>> = {}) =>
    post('/functions/preview-discount', body, headers)
  const pass = await issuePass(database.db, time.clock())
  const expected = { success: true, preview: { currency: 'USD', discount: 6.39, price: 57.6 } }
  for (const headers of [{ cookie: passCookie(pass, false) }, { 'keyhold-captcha-pass': pass }])
    expect((await ask(headers)).json()).toEqual(expected)
  const refused = await ask()
  expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'CAPTCHA_REQUIRED' }])
})

test('GET /data/rails reports which rails are available', async () => {
  const reply = await get('/data/rails')
  expect(reply.json()).toHaveLength(NETWORKS.length)
  expect(reply.json()).toContainEqual({
    ...{ network: 'bitcoin', available: true, reason: null, simulated: true },
    ...{ rate: '60000', dollars: '1', confirmations: null, chainId: null, contract: null },
  })
  expect(reply.json()).toContainEqual(
    expect.objectContaining({ network: 'bep20', chainId: 56, contract: 'contract on bsc' }),
  )
})

test('GET /data/rails refuses a currency in which there are no prices', async () => {
  expect((await get('/data/rails?currency=USD')).json()).toEqual((await get('/data/rails')).json())
  const refused = await get('/data/rails?currency=GBP')
  expect([refused.statusCode, refused.json()]).toMatchObject([400, { code: 'CURRENCY_NOT_OFFERED' }])
  expect((await get('/data/rails?currency=pounds')).json()).toMatchObject({ code: 'BAD_REQUEST' })
})

test('read calls change nothing', async () => {
  const record = await order()
  const before = await contentsOf(database.db)
  await get(`/data/payments/${record.id}`)
  await get(`/data/orders/${record.id}`, cookieFor(record))
  await get(`/order/${record.id}?key=${secretOf(record)}`)
  await get('/data/rails')
  await verify(record.id)
  expect(await contentsOf(database.db)).toBe(before)
})

function openApp({ isSecure = false, limits = 1 } = {}): Promise<App> {
  return appWith((routes) => {
    buyerRoutes(routes, orderPageDeps(database.db, time.clock, { limits, isSecure }))
    paymentRoutes(routes, {
      ...orderDeps(database.db, time.clock, { limits }),
      isSecure,
      languageOf: () => 'en',
      chains: PAY_CHAINS,
      lookNow: (chain) => {
        looks.push(chain)
        return Promise.resolve()
      },
    })
  })
}

async function create(body: object = {}, headers: Readonly<Record<string, string>> = {}) {
  const cookie = passCookie(await issuePass(database.db, time.clock()), false)
  return post('/functions/create-crypto-payment', { ...USUAL_REQUEST, ...body }, { cookie, ...headers })
}

function order(): Promise<PaymentRecord> {
  return placeOrder(orderDeps(database.db, time.clock))
}

async function confirm(record: PaymentRecord): Promise<void> {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  await payOnChain(database.db, record)
  await settlePayment(orderDeps(database.db, time.clock), record.id)
  await deliverOrder(orderDeps(database.db, time.clock), record.id)
}

async function verify(paymentId: string) {
  const reply = await post('/functions/verify-crypto-payment', { paymentId })
  expect(reply.statusCode).toBe(200)
  return VerifyPaymentReply.parse(reply.json()).result
}

function cookieFor(record: PaymentRecord): string {
  return `keyhold_order_${record.id}=${secretOf(record)}`
}

function cookieOf(reply: { readonly headers: { readonly 'set-cookie'?: unknown } }): string {
  return String(reply.headers['set-cookie']).split(';')[0] ?? ''
}

function get(url: string, cookie = '') {
  return app.inject({ method: 'GET', url, headers: { cookie } })
}

function post(url: string, payload: object, headers: Readonly<Record<string, string>> = {}) {
  return app.inject({ method: 'POST', url, headers, payload })
}
