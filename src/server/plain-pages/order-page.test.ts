import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '#server/http/app.ts'
import { keysOf } from '#server/keys/claim-keys.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { formApp, get, hiddenIn, post } from '#test/plain-pages-fixture.ts'
import { contentsOf, forgetOrders, orderDeps, placeOrder } from '#test/order-fixture.ts'
import { placePaidOrder } from '#test/refund-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { useSite } from '#test/use-site.ts'
import { TEST_CIPHER, secretOf } from '#test/installation-secret.ts'

const { clock, pass } = testClock()
const looks: string[] = []
const database = useTestDatabase()
const shop = useSite({ clock })
let app: App
let paid: PaymentRecord
let cookie: string

beforeAll(async () => {
  app = await formApp(database.db, clock, shop.site, { onLook: (chain) => looks.push(chain) })
})
afterAll(() => app.close())
beforeEach(async () => {
  await forgetOrders(database.db)
  paid = await placePaidOrder(orderDeps(database.db, clock), { quantity: 3 })
  cookie = cookieOf(paid)
})

const cookieOf = (order: PaymentRecord) => `keyhold_order_${order.id}=${secretOf(order)}`
const refunds = () => database.db.selectFrom('refunds').selectAll().execute()
/** The fields of the page's refund form as it is opened now. */
async function openRefund(changes: Readonly<Record<string, string>> = {}) {
  const page = await get(app, `/order/${paid.id}`, { cookie })
  return { left: hiddenIn(page.body)['left'] ?? '', copies: '1', reason: 'no time', sure: 'yes', ...changes }
}

test('with the secret the page shows everything without script, and has the data its script starts with', async () => {
  const page = await get(app, `/order/${paid.id}?lang=en`, { cookie })
  const keys = await keysOf(database.db, TEST_CIPHER, paid.id)
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  const [before = '', props = ''] = page.body.split('id="shell-props">')
  for (const words of ['Payment Confirmed', 'buyer@example.com', paid.payment_address, ...keys])
    expect(before.replaceAll(/<[^>]*>/g, '')).toContain(words)
  const { order } = JSON.parse(props.split('</script>')[0] ?? '') as { order: { payment: { id: string } } }
  expect(order).toMatchObject({ payment: { id: paid.id }, isOpen: true, keys })
})

test('without the secret nothing personal is in the page, neither in its text nor in its script’s data', async () => {
  for (const wrong of ['', `keyhold_order_${paid.id}=${'x'.repeat(secretOf(paid).length)}`]) {
    const page = await get(app, `/order/${paid.id}`, { cookie: wrong })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Payment Confirmed')
    const secrets = [secretOf(paid), 'buyer@example.com', paid.wallet_address ?? '']
    for (const secret of [...secrets, ...(await keysOf(database.db, TEST_CIPHER, paid.id))])
      expect(page.body).not.toContain(secret)
    expect(page.body).not.toContain('/refund"')
  }
})

test('a page that says that the shop failed names the id by which its log knows the request', async () => {
  const order = await placeOrder(orderDeps(database.db, clock))
  const onLook = () => {
    throw new Error('no node')
  }
  const failing = await formApp(database.db, clock, shop.site, { onLook })
  try {
    const reply = await post(failing, `/order/${order.id}/check`, { lang: 'fr' })
    expect(reply.statusCode).toBe(500)
    expect(reply.body.replaceAll(/<[^>]*>/g, '')).toContain(
      `Si vous nous écrivez à ce sujet, indiquez ${String(reply.headers['x-request-id'])}.`,
    )
  } finally {
    await failing.close()
  }
})

test('while it waits the page shows what to send, and reloads itself only without script', async () => {
  const order = await placeOrder(orderDeps(database.db, clock))
  const page = await get(app, `/order/${order.id}?lang=de`)
  expect(page.body).toContain(
    `<noscript><meta http-equiv="refresh" content="30; url=/order/${order.id}?lang=de"/></noscript>`,
  )
  expect(page.body).toContain('data:image/svg+xml')
  expect(page.body).toContain('12:15 UTC')
  expect(page.body).not.toContain(' style=')
})

test('after the window the page does not ask for money, but shows how long late money counts', async () => {
  const order = await placeOrder(orderDeps(database.db, clock))
  pass(901)
  const page = await get(app, `/order/${order.id}`)
  expect(page.body).toContain('The payment window is over')
  expect(page.body).toMatch(/still counts, at the rate of its moment/)
  expect(page.body).not.toContain('data:image/svg+xml')
  expect(page.body).not.toContain('Send exactly')
})

test('an unknown order gets a page with status 404, whatever its id looks like', async () => {
  for (const id of [randomUUID(), 'x', '%00', "'; drop table payments"]) {
    const page = await get(app, `/order/${encodeURIComponent(id)}`)
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('There is no order at this address.')
    expect((await post(app, `/order/${encodeURIComponent(id)}/check`, {})).statusCode).toBe(404)
  }
})

test('a check polls the chain at most once in three seconds and redirects back, for anyone', async () => {
  const order = await placeOrder(orderDeps(database.db, clock))
  looks.length = 0
  const reply = await post(app, `/order/${order.id}/check`, { lang: 'fr' })
  expect([reply.statusCode, reply.headers.location]).toEqual([
    303,
    `/order/${order.id}?done=checked&lang=fr#done`,
  ])
  expect(looks).toEqual(['bitcoin'])
  const told = await get(app, `/order/${order.id}?done=checked&lang=en`)
  expect(told.body).toContain('Payment not detected.')
})

test('a refund is requested once, however often its form is sent', async () => {
  const form = await openRefund()
  const replies = await Promise.all(
    [1, 2, 3].map(() => post(app, `/order/${paid.id}/refund`, form, { cookie })),
  )
  expect(replies.map((reply) => reply.headers.location).sort()).toEqual([
    `/order/${paid.id}?done=asked#done`,
    `/order/${paid.id}?done=changed#done`,
    `/order/${paid.id}?done=changed#done`,
  ])
  expect(await refunds()).toMatchObject([{ quantity: 1, reason: 'no time', asked_by: 'buyer' }])
  const page = await get(app, `/order/${paid.id}?done=asked`, { cookie })
  expect(page.body).toContain('Your request has arrived.')
  expect(page.body).toContain('2 copies can be returned.')
})

test('the length of a reason in many lines is counted as the browser counts it', async () => {
  const reason = 'no time\n'.repeat(62).trim()
  const reply = await post(
    app,
    `/order/${paid.id}/refund`,
    await openRefund({ reason: reason.replaceAll('\n', '\r\n') }),
    { cookie },
  )
  expect(reply.headers.location).toBe(`/order/${paid.id}?done=asked#done`)
  expect(await refunds()).toMatchObject([{ reason }])
})

test.each([
  ['sure', { sure: '' }, 'Please confirm that the returned keys stop working.'],
  ['copies', { copies: '4' }, 'Please enter a whole number of copies, 3 at most.'],
  ['copies', { copies: '-1' }, 'Please enter a whole number of copies, 3 at most.'],
  ['address', { address: 'abc', addressAgain: 'abc' }, 'This is not a Bitcoin address.'],
  ['addressAgain', { address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }, 'The two addresses differ.'],
  ['reason', { reason: 'x'.repeat(501) }, 'Please keep it to 500 characters.'],
])('a refund form with a fault in %s is shown again with its entries', async (id, changes, words) => {
  const form = await openRefund(changes)
  const reply = await post(app, `/order/${paid.id}/refund`, form, { cookie })
  expect([reply.statusCode >= 400 && reply.statusCode < 500, reply.statusCode]).toEqual([
    true,
    reply.statusCode,
  ])
  expect(reply.body).toContain(`id="${id}-fault"`)
  expect(reply.body).toContain(words)
  if (id !== 'reason') expect(reply.body).toContain('>no time</textarea>')
  // the URL is not the page's, so the script that reads the order from the URL is not included
  expect(reply.body).not.toContain('shell-props')
  expect(await refunds()).toEqual([])
})

test('without the secret neither a refund nor a mail can be requested', async () => {
  const form = await openRefund()
  for (const act of ['refund', 'resend']) {
    const reply = await post(app, `/order/${paid.id}/${act}`, form)
    expect(reply.headers.location).toBe(`/order/${paid.id}?done=closed#done`)
  }
  expect(await refunds()).toEqual([])
})

test('the mail can be sent again, but not twice within a minute', async () => {
  const send = () => post(app, `/order/${paid.id}/resend`, {}, { cookie })
  expect((await send()).headers.location).toBe(`/order/${paid.id}?done=sent#done`)
  expect((await send()).headers.location).toBe(`/order/${paid.id}?done=soon#done`)
})

test('a GET on a form’s URL redirects to the page', async () => {
  for (const act of ['check', 'refund', 'resend']) {
    const reply = await get(app, `/order/${paid.id}/${act}?lang=he`)
    expect([reply.statusCode, reply.headers.location]).toEqual([303, `/order/${paid.id}?lang=he`])
  }
})

const word = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.constantFrom(
    '',
    '0',
    '101',
    '1e3',
    ' 1',
    '１',
    '\0',
    '\r\nBcc: a@b.c',
    '<script>',
    "' or 1=1 --",
    '‮x',
    '\ud800',
  ),
)

test('whatever a form of the page contains, the answer is a page or a redirect, and nothing is half done', async () => {
  const before = await contentsOf(database.db)
  const fields = fc.record(
    { left: word, copies: word, address: word, addressAgain: word, reason: word, lang: word },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fields, fc.constantFrom('refund', 'check'), async (typed, act) => {
      const body = new URLSearchParams(typed as Record<string, string>).toString()
      const reply = await post(app, `/order/${paid.id}/${act}`, body, { cookie })
      expect(reply.statusCode).toBe(act === 'check' ? 303 : 400)
      if (act === 'refund') expect(reply.body).toContain('id="sure-fault"')
    }),
    { numRuns: 150 },
  )
  expect(await contentsOf(database.db)).toBe(before)
})
