import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { App } from '#server/http/app.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { BuyerOrder } from '#shared/buyer-api.ts'
import { LANGUAGES } from '#shared/languages.ts'
import { appWith } from '#test/app-with.ts'
import { orderPageDeps } from '#test/order-page-fixture.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { contentsOf, placeOrder, USUAL_REQUEST } from '#test/order-fixture.ts'
import { placePaidOrder, readOrder } from '#test/refund-fixture.ts'
import { forEachChain } from '#shared/chains.ts'
import { describeBuyerOrder } from './describe-buyer-order.ts'
import { buyerRoutes } from './routes.ts'
import { secretOf } from '#test/installation-secret.ts'
import { useOrders } from '#test/use-orders.ts'
import { networksAll } from '#shared/address-form.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const OTHER_ADDRESS = 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'
const database = useTestDatabase()
const { time, deps } = useOrders(database)
let app: App
beforeEach(async () => {
  await database.db.deleteFrom('mails').execute()
  await open()
  return () => app.close()
})

async function open(changes: Parameters<typeof orderPageDeps>[2] = {}): Promise<void> {
  app = await appWith((routes) => buyerRoutes(routes, orderPageDeps(database.db, time.clock, changes)))
}

const cookieFor = (order: PaymentRecord) => ({ cookie: `keyhold_order_${order.id}=${secretOf(order)}` })
const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({ method: 'GET', url, headers })
const post = (url: string, payload: object, headers: Readonly<Record<string, string>> = {}) =>
  app.inject({ method: 'POST', url, payload, headers })
const read = async (order: PaymentRecord) =>
  BuyerOrder.parse((await get(`/data/orders/${order.id}`, cookieFor(order))).json())

describe('the order as its buyer sees it', () => {
  test('has the evidence and the whole timeline, oldest first, and no name of the staff', async () => {
    const order = await placePaidOrder(deps, { quantity: 2 })
    const seen = await read(order)
    expect(seen.transfers).toMatchObject([
      { chain: 'bitcoin', asset: 'BTC', amount: '0.002133', isOfRail: true, confirmations: 50, url: null },
    ])
    expect(seen.timeline.map(({ kind, status }) => status ?? kind)).toEqual([
      'ordered',
      'seen',
      'in_block',
      'confirmed',
      'keys_handed_out',
    ])
    expect(seen).toMatchObject({
      isOpen: true,
      copiesLeft: 2,
      isWholeOnly: false,
      refundChance: 'open',
      refundableUntil: '2026-12-04T12:00:00.000Z',
      topUpUntil: '2026-11-21T12:15:00.000Z',
    })
    expect(seen.keys).toHaveLength(2)
  })

  test('never shows a note, a person or a node', async () => {
    const order = await placePaidOrder(deps)
    await database.db
      .insertInto('payment_events')
      .values([
        { payment_id: order.id, at: time.clock(), kind: 'noted', facts: '{}' },
        { payment_id: order.id, at: time.clock(), kind: 'nodes_asked', facts: '{"node":"http://node"}' },
        { payment_id: order.id, at: time.clock(), kind: 'key_replaced', facts: '{"actorId":"staff-1"}' },
      ])
      .execute()
    const seen = await read(order)
    expect(seen.timeline.map(({ kind }) => kind)).toContain('key_replaced')
    expect(JSON.stringify(seen)).not.toMatch(/noted|staff-1|http:\/\/node/)
  })

  test('on a real chain has links to its explorer', async () => {
    await app.close()
    const real = { chainId: null, isSimulated: false }
    await open({
      explorers: { chains: forEachChain(() => real), outputNetworks: networksAll('mainnet') },
    })
    const order = await placePaidOrder(deps)
    await database.db
      .updateTable('payments')
      .set({ is_simulated: false })
      .where('id', '=', order.id)
      .execute()
    const { transfers, addressUrl, transactionUrl } = await read(order)
    expect(addressUrl).toBe(`https://mempool.space/address/${order.payment_address}`)
    expect(transfers[0]?.url).toBe(transactionUrl)
    expect(transactionUrl).toBe(`https://mempool.space/tx/${String(order.transaction_hash)}`)
  })

  test('reveals no refund without the secret', async () => {
    const order = await placePaidOrder(deps, { quantity: 3 })
    const pageDeps = orderPageDeps(database.db, time.clock)
    const releaseAt = pageDeps.terms.releaseAt()
    const context = { ...pageDeps, releaseAt, now: time.clock(), hasSecret: false }
    const before = await describeBuyerOrder(database.db, order, context)
    const request = { paymentId: order.id, quantity: 2 }
    expect((await post('/functions/request-refund', request, cookieFor(order))).statusCode).toBe(200)
    expect(await describeBuyerOrder(database.db, order, context)).toEqual(before)
  })

  test('is refused without its secret, whatever else the request contains', async () => {
    const [mine, other] = [await placePaidOrder(deps), await placePaidOrder(deps)]
    for (const headers of [{}, cookieFor(other), { cookie: `keyhold_order_${mine.id}=${secretOf(other)}` }]) {
      for (const reply of [
        await get(`/data/orders/${mine.id}`, headers),
        await get(`/order/${mine.id}/keys.txt`, headers),
        await post('/functions/request-refund', { paymentId: mine.id }, headers),
        await post('/functions/resend-order-mail', { paymentId: mine.id }, headers),
      ]) {
        expect([reply.statusCode, reply.json()]).toMatchObject([403, { code: 'FORBIDDEN' }])
      }
    }
  })
})

test('a page of another site cannot request anything, not even with the buyer’s cookie', async () => {
  const order = await placePaidOrder(deps)
  const before = await contentsOf(database.db)
  for (const origin of ['https://evil.example', 'null', 'http://shop.example', 'nonsense']) {
    const headers = { ...cookieFor(order), origin }
    const asked: readonly (readonly [string, object])[] = [
      ['/functions/request-refund', { paymentId: order.id }],
      ['/functions/resend-order-mail', { paymentId: order.id }],
      ['/functions/recover-order', { paymentId: order.id, email: 'buyer@example.com' }],
    ]
    for (const [url, body] of asked) expect((await post(url, body, headers)).statusCode).toBe(403)
  }
  expect(await contentsOf(database.db)).toBe(before)
  const own = { ...cookieFor(order), origin: 'https://shop.example' }
  expect((await post('/functions/resend-order-mail', { paymentId: order.id }, own)).statusCode).toBe(200)
})

describe('requesting a refund', () => {
  const ask = (order: PaymentRecord, request: object = {}) =>
    post('/functions/request-refund', { paymentId: order.id, ...request }, cookieFor(order))

  test('for some copies can be retried after a lost answer: one refund is requested', async () => {
    const order = await placePaidOrder(deps, { quantity: 4 })
    const request = { quantity: 2, copiesLeft: 4, reason: '' }
    const replies = await Promise.all([ask(order, request), ask(order, request)])
    const again = await ask(order, request)
    expect([...replies.map(({ statusCode }) => statusCode).sort(), again.statusCode]).toEqual([200, 409, 409])
    expect(again.json()).toMatchObject({ code: 'REFUND_TOO_MANY' })
    expect((await read(order)).copiesLeft).toBe(2)
  })

  test('of all but what a refund without a coin has already; both sides count it', async () => {
    const order = await placePaidOrder(deps, { quantity: 2 })
    // a row of the first release names no chain and no asset
    await database.db.insertInto('refunds').values({ payment_id: order.id, quantity: 1 }).execute()
    const seen = await read(order)
    expect(seen).toMatchObject({ copiesLeft: 1, refunds: [] })
    const request = { quantity: 1, copiesLeft: seen.copiesLeft, reason: '' }
    expect((await ask(order, request)).json()).toMatchObject({ kind: 'asked', order: { copiesLeft: 0 } })
  })

  test('for one copy to the order’s own address, then for the others, then for nothing more', async () => {
    const order = await placePaidOrder(deps, { quantity: 3 })
    const first = await ask(order, { quantity: 1, reason: ' Too hard ' })
    expect(first.json()).toMatchObject({ success: true, kind: 'asked', order: { copiesLeft: 2 } })
    const rest = await ask(order)
    expect(rest.json()).toMatchObject({ kind: 'asked', order: { copiesLeft: 0, refundChance: 'all_asked' } })
    expect((await ask(order)).json()).toMatchObject({ kind: 'already' })
    const stored = await database.db
      .selectFrom('refunds')
      .select(['quantity', 'reason', 'address', 'asked_by'])
      .orderBy('quantity')
      .execute()
    expect(stored).toEqual([
      { quantity: 1, reason: 'Too hard', address: USUAL_REQUEST.walletAddress, asked_by: 'buyer' },
      { quantity: 2, reason: '', address: USUAL_REQUEST.walletAddress, asked_by: 'buyer' },
    ])
    const { timeline, refunds } = await read(order)
    expect(timeline.filter(({ kind }) => kind === 'refund_asked').map(({ copies }) => copies)).toEqual([1, 2])
    expect(refunds.map(({ copies, status }) => [copies, status])).toEqual([
      [1, 'asked'],
      [2, 'asked'],
    ])
  })

  test('to another address, given twice or once', async () => {
    const order = await placePaidOrder(deps, { quantity: 2 })
    const unlike = await ask(order, { address: OTHER_ADDRESS, addressAgain: USUAL_REQUEST.walletAddress })
    expect([unlike.statusCode, unlike.json()]).toMatchObject([400, { code: 'REFUND_ADDRESS_UNLIKE' }])
    const twice = { quantity: 1, address: OTHER_ADDRESS, addressAgain: OTHER_ADDRESS }
    expect((await ask(order, twice)).json()).toMatchObject({
      order: { refunds: [{ address: OTHER_ADDRESS }] },
    })
    expect((await ask(order, { address: OTHER_ADDRESS })).statusCode).toBe(200)
  })

  test.each([
    [{ address: 'nowhere' }, 400, 'ADDRESS_INVALID'],
    [{ address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' }, 400, 'ADDRESS_INVALID'],
    [{ quantity: 2 }, 409, 'REFUND_TOO_MANY'],
    [{ quantity: 0 }, 400, 'BAD_REQUEST'],
    [{ reason: 'x'.repeat(501) }, 400, 'BAD_REQUEST'],
    [{ keyIds: [UNKNOWN] }, 400, 'BAD_REQUEST'],
    [{ askedBy: 'staff' }, 400, 'BAD_REQUEST'],
  ])('%o of one copy is refused with %i %s, and nothing is written', async (request, status, code) => {
    const order = await placePaidOrder(deps)
    const before = await contentsOf(database.db)
    const reply = await ask(order, request)
    expect([reply.statusCode, reply.json()]).toMatchObject([status, { code }])
    expect(await contentsOf(database.db)).toBe(before)
  })

  test('is not possible before payment, nor after the refund window', async () => {
    const unpaid = await placeOrder(deps)
    expect((await ask(unpaid)).json()).toMatchObject({ code: 'REFUND_NOT_POSSIBLE' })
    expect(await read(unpaid)).toMatchObject({ refundChance: 'unpaid', refundableUntil: null })
    const paid = await placePaidOrder(deps)
    time.pass(14 * 24 * 3600 + 1)
    expect((await ask(paid)).json()).toMatchObject({ code: 'REFUND_WINDOW_OVER' })
    expect(await read(paid)).toMatchObject({ refundChance: 'over' })
  })

  test('before the keys are delivered covers the whole order or nothing, and no keys follow', async () => {
    const order = await placePaidOrder(deps, { quantity: 2, hasStock: false })
    expect(await read(order)).toMatchObject({ isWholeOnly: true })
    expect((await ask(order, { quantity: 1 })).json()).toMatchObject({ code: 'REFUND_WHOLE_ONLY' })
    expect((await ask(order)).json()).toMatchObject({ kind: 'asked' })
  })

  test('however often and concurrently, refunds no copy twice', async () => {
    const order = await placePaidOrder(deps, { quantity: 4 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 5 }),
        async (requests) => {
          await Promise.all(requests.map((quantity) => ask(order, { quantity })))
          const refunds = await database.db.selectFrom('refunds').select('quantity').execute()
          const asked = refunds.reduce((sum, { quantity }) => sum + quantity, 0)
          expect(asked).toBeLessThanOrEqual(4)
          expect((await read(order)).copiesLeft).toBe(4 - asked)
        },
      ),
      { numRuns: 8 },
    )
  })

  test('too often from one client is refused with the time to wait', async () => {
    await app.close()
    await open({ limits: 0.05 })
    const order = await placePaidOrder(deps, { quantity: 3 })
    expect((await ask(order, { quantity: 1 })).statusCode).toBe(200)
    const limited = await ask(order, { quantity: 1 })
    expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '3600'])
  })
})

test('a mail can be sent again once a minute', async () => {
  const order = await placePaidOrder(deps)
  const resend = () => post('/functions/resend-order-mail', { paymentId: order.id }, cookieFor(order))
  expect((await resend()).json()).toEqual({ success: true, template: 'keys' })
  const limited = await resend()
  expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '60'])
  time.pass(60)
  expect((await resend()).statusCode).toBe(200)
  const mails = await database.db
    .selectFrom('mails')
    .select('recipient')
    .where('template', '=', 'keys')
    .execute()
  expect(mails.map(({ recipient }) => recipient)).toEqual(
    Array.from({ length: 3 }, () => 'buyer@example.com'),
  )
})

test('an address gets at most a dozen resent mails an hour, however many orders and clients there are', async () => {
  await app.close()
  await open({ limits: 1 })
  const statuses: number[] = []
  for (let client = 0; client < 13; client++) {
    const order = await placeOrder(deps, {
      userEmail: client % 2 === 0 ? 'ada@example.com' : 'Ada@Example.com',
    })
    const reply = await app.inject({
      method: 'POST',
      url: '/functions/resend-order-mail',
      payload: { paymentId: order.id },
      headers: cookieFor(order),
      remoteAddress: `203.0.113.${String(client)}`,
    })
    statuses.push(reply.statusCode)
    time.pass(60)
  }
  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429])
})

describe('the downloads', () => {
  const path = (order: PaymentRecord, query = '') => `/order/${order.id}/invoice.txt${query}`
  const bodyOf = (text: string) => text.slice(0, text.lastIndexOf('SHA-256: '))
  const sumOf = (text: string) => /SHA-256: ([0-9a-f]{64})\n$/.exec(text)?.[1] ?? ''
  const check = async (order: PaymentRecord, sha256: string) =>
    (await post('/functions/check-invoice', { paymentId: order.id, sha256 })).json<{ matches: boolean }>()
      .matches

  test('the invoice is an attachment with constant bytes that ends with the digest of all before', async () => {
    const order = await placePaidOrder(deps)
    const reply = await get(path(order), cookieFor(order))
    expect(reply.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="invoice-${order.id.slice(0, 8)}.txt"`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    })
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(bodyOf(reply.body)))
    expect(Buffer.from(digest).toString('hex')).toBe(sumOf(reply.body))
    time.pass(3600)
    expect((await get(path(order), cookieFor(order))).body).toBe(reply.body)
    expect(reply.body).toContain('buyer@example.com')
  })

  test('without the secret the invoice has neither the e-mail nor the check code', async () => {
    const order = await placePaidOrder(deps)
    const { body } = await get(path(order))
    expect(body).toContain('"email": null')
    expect(body).toContain('"checkCode": null')
    expect(body).not.toMatch(/buyer@example\.com/)
  })

  test('someone who knows the id and guesses the e-mail cannot confirm the guess by the digest', async () => {
    const [one, other] = [await placePaidOrder(deps), await placePaidOrder(deps)]
    const codeOf = async (order: PaymentRecord) =>
      /"checkCode": "([0-9A-F]{20})"/.exec((await get(path(order), cookieFor(order))).body)?.[1]
    const code = await codeOf(one)
    expect(code).toMatch(/^[0-9A-F]{20}$/)
    expect(code).not.toBe(await codeOf(other))
    expect(secretOf(one)).not.toContain(code)
  })

  test('the invoice’s language is the URL’s, else the browser’s, else the order’s own', async () => {
    const order = await placePaidOrder(deps)
    await database.db.updateTable('payments').set({ language: 'fr' }).where('id', '=', order.id).execute()
    const languageOf = async (query: string, cookie = '') =>
      (await get(path(order, query), { cookie, 'accept-language': 'ru' })).body.split('\n')[0]
    expect(await languageOf('')).toBe('fr')
    expect(await languageOf('', 'language=he')).toBe('he')
    expect(await languageOf('?lang=ar', 'language=he')).toBe('ar')
    expect(await languageOf('?lang=xx')).toBe('fr')
  })

  test('there is no invoice before the order is confirmed', async () => {
    const reply = await get(path(await placeOrder(deps)))
    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'INVOICE_NOT_READY' }])
    expect((await get(`/order/${UNKNOWN}/invoice.txt`)).statusCode).toBe(404)
  })

  test('every invoice of an order is recognized, also after a refund, and no other', async () => {
    const [order, other] = [await placePaidOrder(deps), await placePaidOrder(deps)]
    const sums: string[] = []
    for (const language of LANGUAGES) {
      for (const headers of [{}, cookieFor(order)]) {
        sums.push(sumOf((await get(path(order, `?lang=${language}`), headers)).body))
      }
    }
    expect(new Set(sums).size).toBe(14)
    for (const sum of sums) expect(await check(order, sum)).toBe(true)
    for (const sum of sums) expect(await check(other, sum)).toBe(false)
    await database.db
      .updateTable('payments')
      .set({ status: 'refunded', refunded_at: time.clock() })
      .where('id', '=', order.id)
      .execute()
    expect(await check(order, sums[0] ?? '')).toBe(true)
    expect((await get(path(await readOrder(database.db, order.id)))).body).toContain('"status": "refunded"')
  })

  test('any other digest does not match', async () => {
    const order = await placePaidOrder(deps)
    const digest = fc.stringMatching(/^[0-9a-fA-F]{64}$/)
    await fc.assert(
      fc.asyncProperty(digest, async (sum) => {
        expect(await check(order, sum)).toBe(false)
      }),
      { numRuns: 50 },
    )
  })

  test('the keys can be downloaded only with the secret', async () => {
    const order = await placePaidOrder(deps, { quantity: 2 })
    const reply = await get(`/order/${order.id}/keys.txt`, cookieFor(order))
    expect(reply.headers).toMatchObject({
      'content-disposition': `attachment; filename="keys-${order.id.slice(0, 8)}.txt"`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow, noarchive',
    })
    const { keys } = await read(order)
    expect(reply.body).toBe(`Ashen Dominion\nStandard Edition\n${order.id}\n\n${keys.join('\n')}\n`)
    const none = await placeOrder(deps)
    expect((await get(`/order/${none.id}/keys.txt`, cookieFor(none))).statusCode).toBe(404)
  })
})
