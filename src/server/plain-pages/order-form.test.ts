import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { App } from '#server/http/app.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { newCode } from '#test/new-code.ts'
import { cookiesOf, formApp, get, hiddenIn, post } from '#test/plain-pages-fixture.ts'
import { forgetOrders, orderDeps, readyAddresses } from '#test/order-fixture.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import { takeAllRoom } from '#test/take-all-room.ts'
import { testClock } from '#test/test-clock.ts'
import { useSite } from '#test/use-site.ts'
import { secretOf } from '#test/installation-secret.ts'

const { clock } = testClock()
const database = useTestDatabase()
const shop = useSite({ clock })
let app: App

beforeAll(async () => {
  app = await formApp(database.db, clock, shop.site)
})
afterAll(() => app.close())
afterEach(() => forgetOrders(database.db))

const ENTRIES = {
  do: 'order',
  edition: 'supporter',
  quantity: '2',
  network: 'trc20',
  userEmail: ' buyer@example.com ',
  walletAddress: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
}

/** The fields of the form as a browser would send them, with the captcha's code. */
async function openForm(changes: Readonly<Record<string, string>> = {}) {
  await readyAddresses(orderDeps(database.db, clock), 'trc20')
  const page = await get(app, '/order')
  return { ...hiddenIn(page.body), ...ENTRIES, code: 'ab12cd', ...changes }
}
const orders = () => database.db.selectFrom('payments').selectAll().execute()

test('the form opens with the landing page’s choices, and is not cached', async () => {
  const page = await get(app, '/order?edition=supporter&quantity=2&lang=en')
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'content-language': 'en',
  })
  expect(page.headers['content-security-policy']).toContain("form-action 'self'")
  expect(page.body).toContain('$239.98')
  expect(page.body).toContain('checked="" value="supporter"')
  expect(page.body).toContain('src="data:image/png;base64,')
  // another language keeps the choices
  expect(page.body).toContain('<input type="hidden" name="quantity" value="2"/>')
  expect(page.body).not.toContain(' style=')
})

test.each([
  ['br', 'br, gzip', ''],
  ['gzip', 'gzip', 'language=de; admin=1'],
  [undefined, 'br;q=0', ''],
  // what somebody else could put into a request, beside what only this reader may know
  [undefined, 'br, gzip', 'language=de; keyhold_order_x=secret'],
  [undefined, 'br, gzip', '__Host-keyhold_pass=secret'],
])(
  'the form is sent with content-encoding %s to who accepts %j and has the cookies %j',
  async (encoding, accepted, cookie) => {
    const page = await get(app, '/order?edition=supporter', { 'accept-encoding': accepted, cookie })
    expect(page.headers['content-encoding']).toBe(encoding)
    const bytes = page.rawPayload
    const html =
      encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
    expect(html.toString()).toContain('value="supporter"')
    expect(page.headers.vary).toContain('Accept-Encoding')
  },
)

test('the answer to a form is never compressed', async () => {
  const reply = await post(app, '/order', { ...ENTRIES, userEmail: 'nobody' }, { 'accept-encoding': 'br' })
  expect(reply.headers['content-encoding']).toBeUndefined()
  expect(reply.body).toContain('nobody')
})

test('a valid form creates the order, sets its cookie and redirects to the order', async () => {
  const reply = await post(app, '/order', await openForm({ lang: 'ar' }))
  const [order] = await orders()
  expect(order).toMatchObject({
    user_email: 'buyer@example.com',
    edition: 'supporter',
    quantity: 2,
    price_usd_cents: 23998,
    crypto_network: 'trc20',
    language: 'ar',
  })
  expect([reply.statusCode, reply.headers.location]).toEqual([303, `/order/${order!.id}?lang=ar`])
  expect(cookiesOf(reply)).toBe(`keyhold_order_${order!.id}=${secretOf(order)}`)
})

test('a code lowers the price; the page of the order says by how much', async () => {
  await newCode(database.db, 'PLAIN25', { name: 'Creator' })
  const reply = await post(app, '/order', await openForm({ discountCode: ' plain-25 ' }))
  expect(reply.statusCode).toBe(303)
  expect(await orders()).toMatchObject([{ price_usd_cents: 179_99, discount_cents: 59_99 }])
  const page = await get(app, reply.headers.location ?? '')
  expect(page.body).toMatch(/Discount<\/dt><dd[^>]*>\$59\.99/)
  expect(page.body).toContain('$179.99')
})

test('a code that does not exist is marked, keeps everything typed, and costs the captcha', async () => {
  const reply = await post(app, '/order', await openForm({ discountCode: 'NOSUCH' }))
  expect(reply.statusCode).toBe(409)
  expect(reply.body).toContain('There is no such discount code.')
  expect(reply.body).toMatch(/<details class="pay-discount" open="">/)
  expect(reply.body).toMatch(
    /<input[^>]*name="discountCode"[^>]*value="NOSUCH"|value="NOSUCH"[^>]*name="discountCode"/,
  )
  expect(reply.body).toContain('value="buyer@example.com"')
  expect(reply.body).toContain('src="data:image/png;base64,')
  expect(await orders()).toEqual([])
})

test('a code is applied before the order: its discount is shown, all stays as typed, and the captcha is solved once', async () => {
  await newCode(database.db, 'BEFORE25')
  const shown = await post(app, '/order', await openForm({ do: 'discount', discountCode: ' before-25 ' }))
  expect(shown.statusCode).toBe(200)
  expect(shown.body).toContain('−$59.99 · you pay $179.99')
  expect(shown.body).toContain('value="buyer@example.com"')
  expect(shown.body).toContain('value="before-25"')
  expect(shown.body).toContain('Security verification passed')
  expect(shown.body).not.toContain('aria-invalid')
  expect(await orders()).toEqual([])
  const again = { ...ENTRIES, ...hiddenIn(shown.body), discountCode: 'before-25' }
  const ordered = await post(app, '/order', again, { cookie: cookiesOf(shown) })
  expect(ordered.statusCode).toBe(303)
  expect(await orders()).toMatchObject([{ price_usd_cents: 179_99 }])
})

test('a code that lowers nothing is told at its field; only one that does not exist costs the captcha', async () => {
  await newCode(database.db, 'OTHERS', { edition: 'standard' })
  const apply = async (changes: Readonly<Record<string, string>>) =>
    post(app, '/order', await openForm({ do: 'discount', ...changes }))
  const other = await apply({ discountCode: 'OTHERS' })
  expect([other.statusCode, other.body.includes('Security verification passed')]).toEqual([409, true])
  expect(other.body).toMatch(/id="discountCode-fault"[^>]*>[^<]*for another edition/)
  const unknown = await apply({ discountCode: 'NOSUCH' })
  expect(unknown.statusCode).toBe(409)
  expect(unknown.body).toMatch(/id="discountCode-fault"[^>]*>There is no such discount code/)
  expect(unknown.body).toContain('src="data:image/png;base64,')
  const unsolved = await apply({ discountCode: 'OTHERS', code: '' })
  expect([unsolved.statusCode, unsolved.body.includes('id="code-fault"')]).toEqual([403, true])
  expect(unsolved.body).not.toContain('id="discountCode-fault"')
  for (const changes of [{ discountCode: '' }, { discountCode: 'OTHERS', quantity: '0' }])
    expect((await apply(changes)).body).not.toContain('id="discountCode-fault"')
  expect(await orders()).toEqual([])
})

test('codes are guessed no oftener by the form than by the call', async () => {
  const limited = await formApp(database.db, clock, shop.site, { limits: 1 })
  const guess = async () => {
    const fields = { ...(await openForm({ do: 'discount', discountCode: 'NOSUCH' })) }
    return post(limited, '/order', fields)
  }
  for (let at = 0; at < 20; at++) expect((await guess()).statusCode).toBe(409)
  expect((await guess()).statusCode).toBe(429)
  await limited.close()
})

test('a shop with too many buyers at once shows the form with what was typed, and when to try again', async () => {
  const limits = createLimits(database.db, clock, { factor: 1000 })
  const busy = await formApp(database.db, clock, shop.site, { limits })
  const form = await openForm()
  const leave = takeAllRoom(limits)
  for (const changes of [{ code: '', do: 'refresh' }, {}]) {
    const { statusCode, headers, body } = await post(busy, '/order', { ...form, ...changes })
    expect(statusCode).toBe(503)
    expect(headers['retry-after']).toMatch(/^[12]$/)
    expect(body).toContain('Many people are ordering at this moment. Nothing was ordered;')
    expect(body).toContain(form.userEmail.trim())
    expect(body).not.toContain('src="data:image/png;base64,')
  }
  expect(await orders()).toEqual([])
  await leave()
  await busy.close()
})

test('a form with prices in a currency that is offered no more orders nothing, and shows the shop’s own', async () => {
  const reply = await post(app, '/order', await openForm({ currency: 'GBP', 'seen-supporter': '11999' }))
  expect(reply.statusCode).toBe(400)
  expect(reply.body).toContain('There are no prices in this currency now.')
  expect(reply.body).toContain('$239.98')
  expect(await orders()).toEqual([])
})

test('a form sent twice, or twice concurrently, creates one order', async () => {
  const form = await openForm()
  const replies = await Promise.all([post(app, '/order', form), post(app, '/order', form)])
  const again = await post(app, '/order', form)
  const locations = [...replies, again].map((reply) => [reply.statusCode, reply.headers.location])
  expect(new Set(locations.map((one) => one.join(' '))).size).toBe(1)
  expect(again.statusCode).toBe(303)
  expect(await orders()).toHaveLength(1)
})

test('a form that was sent before with other entries reports that and orders nothing', async () => {
  const form = await openForm()
  await post(app, '/order', form)
  const reply = await post(app, '/order', { ...form, quantity: '3' })
  expect(reply.statusCode).toBe(409)
  expect(reply.body).toContain('This form was sent once already')
  expect(await orders()).toHaveLength(1)
  expect(hiddenIn(reply.body)['key']).not.toBe(form['key' as keyof typeof form])
})

test.each([
  ['quantity', { quantity: '101' }, 'Please enter a whole number from 1 to 100.'],
  ['quantity', { quantity: '' }, 'Please enter a whole number from 1 to 100.'],
  ['network', { network: '' }, 'Choose a cryptocurrency to go on.'],
  ['userEmail', { userEmail: 'nobody' }, 'Please enter a complete e-mail address'],
  ['walletAddress', { walletAddress: 'bc1q' }, 'This is not a TRC-20 address.'],
  ['walletAddress', { walletAddress: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdX' }, 'its checksum does not match'],
  ['code', { code: '' }, 'Please type the characters in the picture.'],
  ['code', { code: 'XXXXXX' }, 'Captcha verification failed. Please try again.'],
])('%s of %o is shown again with its entries and the fault', async (id, changes, words) => {
  const reply = await post(app, '/order', await openForm(changes))
  expect(reply.statusCode).toBeGreaterThanOrEqual(400)
  expect(reply.statusCode).toBeLessThan(500)
  expect(reply.body).toContain(`id="${id}-fault"`)
  expect(reply.body).toContain(`href="#${id}"`)
  expect(reply.body).toContain(words)
  expect(reply.body).toContain('autofocus=""')
  expect(reply.body).toContain('<title>Error: ')
  if (id !== 'userEmail') expect(reply.body).toContain('value="buyer@example.com"')
  expect(reply.body.toLowerCase()).not.toContain('value="ab12cd"')
  expect(await orders()).toEqual([])
})

test('after a correct captcha another fault shows no new captcha', async () => {
  const reply = await post(app, '/order', await openForm({ userEmail: 'nobody' }))
  expect(reply.body).toContain('Security verification passed')
  expect(reply.body).not.toContain('data:image/png')
  const cookie = cookiesOf(reply)
  const second = await post(app, '/order', { ...ENTRIES, ...hiddenIn(reply.body) }, { cookie })
  expect(second.statusCode).toBe(303)
  expect(await orders()).toHaveLength(1)
})

test('the shown price is charged, or the order is refused and the new price shown', async () => {
  const reply = await post(app, '/order', await openForm({ 'seen-supporter': '9999' }))
  expect(reply.statusCode).toBe(400)
  expect(reply.body).toContain('The price has changed since this page was loaded.')
  expect(hiddenIn(reply.body)['seen-supporter']).toBe('11999')
})

test('recalculating and a new captcha keep the entries and order nothing', async () => {
  for (const word of ['recalculate', 'refresh']) {
    const reply = await post(app, '/order', await openForm({ do: word, quantity: '5' }))
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('$599.95')
    expect(reply.body).toContain('value="buyer@example.com"')
    expect(reply.body).not.toContain('aria-invalid="true"')
  }
  expect(await orders()).toEqual([])
})

test('a sold out edition cannot be chosen', async () => {
  const shut = await formApp(database.db, clock, shop.site, { isSoldOut: true, stock: 'reserve' })
  const page = await get(shut, '/order')
  expect(page.body).toContain('Sold out')
  const reply = await post(shut, '/order', await openForm({ edition: 'standard' }))
  expect([reply.statusCode, reply.body.includes('id="edition-fault"')]).toEqual([400, true])
  await shut.close()
})

test.each([
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ origin: 'https://evil.example' }],
])('a form from a page of another site (%o) is refused with a page', async (headers) => {
  const reply = await post(app, '/order', await openForm(), headers)
  expect(reply.statusCode).toBe(403)
  expect(reply.body).toContain('was not sent from a page of this shop')
  expect(await orders()).toEqual([])
})

test('a body that is not a form is reported with a page as well', async () => {
  const json = await post(app, '/order', '{}', { 'content-type': 'application/json' })
  const large = await post(app, '/order', `userEmail=${'x'.repeat(20_000)}`)
  for (const [reply, status] of [
    [json, 415],
    [large, 413],
  ] as const) {
    expect(reply.statusCode).toBe(status)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.body).toContain('could not be read')
  }
})

test('too many requests get a page that says so', async () => {
  const strict = await formApp(database.db, clock, shop.site, { limits: 0.0005 })
  for (const path of ['/order', '/recover', '/order/5f0c1a52-7a3e-4c5d-9b1e-2f6f0a4f9d10']) {
    await get(strict, path)
    await get(strict, path)
    const reply = await get(strict, path)
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([429, '60'])
    expect(reply.body).toContain('Too many requests came from your connection.')
  }
  await strict.close()
})
