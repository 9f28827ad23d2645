import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { App } from '#server/http/app.ts'
import { waitingTokenFor } from '#server/secrets/waiting-token.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { TEST_SECRET } from '#test/installation-secret.ts'
import { formApp, get, hiddenIn, post } from '#test/plain-pages-fixture.ts'
import { DAY_S } from '#test/privacy-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { useSite } from '#test/use-site.ts'

const time = testClock()
const database = useTestDatabase()
const shop = useSite({ clock: time.clock })
let soldOut: App
let available: App

beforeAll(async () => {
  soldOut = await formApp(database.db, time.clock, shop.site, {
    stock: 'reserve',
    isSoldOut: true,
    limits: 1,
  })
  available = await formApp(database.db, time.clock, shop.site, { stock: 'reserve' })
})
afterAll(async () => {
  await soldOut.close()
  await available.close()
})
beforeEach(async () => {
  await database.db.deleteFrom('waiting_list').execute()
  await database.db.deleteFrom('mails').execute()
  await database.db.deleteFrom('limits').execute()
  time.pass(3601)
})

const entries = () => database.db.selectFrom('waiting_list').selectAll().execute()
const join = (email: string) => post(soldOut, '/waiting-list', { edition: 'standard', email, lang: 'en' })

async function joined(): Promise<string> {
  await join('ada@example.com')
  const [entry] = await entries()
  return waitingTokenFor(TEST_SECRET, entry?.id ?? '')
}

test('the form is reached from the order form, says what happens, and is the same in another language', async () => {
  const order = await get(soldOut, '/order?lang=en')
  expect(order.body).toContain('href="/waiting-list?edition=standard&amp;lang=en"')
  const page = await get(soldOut, '/waiting-list?edition=standard&lang=en')
  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  expect(page.body).toContain('Standard Edition is sold out')
  expect(hiddenIn(page.body)).toEqual({ lang: 'en', edition: 'standard' })
  const other = await get(soldOut, '/waiting-list?edition=nothing&lang=ar')
  expect(other.body).toContain('<html lang="ar" dir="rtl"')
  expect(hiddenIn(other.body)).toEqual({ lang: 'ar', edition: 'standard' })
})

test('an edition that can be ordered has no form, and stores nothing', async () => {
  const order = await get(available, '/order?lang=en')
  expect(order.body).not.toContain('/waiting-list')
  const page = await get(available, '/waiting-list?edition=standard&lang=en')
  expect(page.body).toContain('Standard Edition can be ordered now.')
  const reply = await post(available, '/waiting-list', { edition: 'standard', email: 'ada@example.com' })
  expect(reply.body).toContain('Standard Edition can be ordered now.')
  expect(await entries()).toEqual([])
})

test('whoever joins is redirected, the same for every address; a wrong one is shown again', async () => {
  const wrong = await join(' ada@ ')
  expect(wrong.statusCode).toBe(400)
  expect(wrong.body).toContain('value="ada@"')
  expect(wrong.body).toContain('aria-invalid="true"')
  expect(await entries()).toEqual([])
  const first = await join(' ada@example.com ')
  const again = await join('ADA@example.com')
  for (const reply of [first, again]) {
    expect(reply.statusCode).toBe(303)
    expect(reply.headers['location']).toBe('/waiting-list?edition=standard&done=sent&lang=en#done')
  }
  const sent = await get(soldOut, '/waiting-list?edition=standard&done=sent&lang=en')
  expect(sent.body).toContain('Please look into your mailbox')
  expect(await entries()).toMatchObject([{ email: 'ada@example.com', language: 'en', confirmed_at: null }])
})

test('a client over its limit is told to wait', async () => {
  for (let other = 0; other < 20; other += 1) await join(`ada${String(other)}@example.com`)
  const reply = await join('ada@example.com')
  expect(reply.statusCode).toBe(429)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  expect(reply.body).toContain('Please wait an hour')
  expect(await entries()).toHaveLength(20)
})

test('opening the link changes nothing; its button confirms, also twice', async () => {
  const token = await joined()
  for (let opened = 0; opened < 2; opened += 1) {
    const page = await get(soldOut, `/waiting-list/confirm?token=${token}&lang=en`)
    expect(page.statusCode).toBe(200)
    expect(hiddenIn(page.body)).toEqual({ lang: 'en', token })
    expect(await entries()).toMatchObject([{ confirmed_at: null }])
  }
  for (let pressed = 0; pressed < 2; pressed += 1) {
    const reply = await post(soldOut, '/waiting-list/confirm', { token, lang: 'en' })
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('You are on the waiting list')
  }
  expect(await entries()).not.toMatchObject([{ confirmed_at: null }])
})

test('a link that is over or made up says so', async () => {
  const token = await joined()
  time.pass(2 * DAY_S)
  for (const one of [token, 'x'.repeat(32), '']) {
    const page = await get(soldOut, `/waiting-list/confirm?token=${one}&lang=en`)
    const reply = await post(soldOut, '/waiting-list/confirm', { token: one, lang: 'en' })
    for (const { statusCode, body } of [page, reply]) {
      expect(statusCode).toBe(404)
      expect(body).toContain('This link no longer works')
    }
  }
})

test('leaving needs a press of the button, and the answer is the same if there is no entry', async () => {
  const token = await joined()
  await get(soldOut, `/waiting-list/leave?token=${token}&lang=en`)
  expect(await entries()).toHaveLength(1)
  for (const one of [token, token, 'x'.repeat(32)]) {
    const reply = await post(soldOut, '/waiting-list/leave', { token: one, lang: 'en' })
    expect([reply.statusCode, reply.body.includes('You are not on the waiting list')]).toEqual([200, true])
    expect(await entries()).toEqual([])
  }
})

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
  ],
])('a mail provider ends it with one POST, from anywhere, as %s', async (type, body) => {
  const token = await joined()
  const headers = { 'content-type': type, origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' }
  const wrong = await post(soldOut, `/waiting-list/leave?token=${'x'.repeat(32)}`, body, headers)
  expect([wrong.statusCode, (await entries()).length]).toEqual([200, 1])
  const reply = await post(soldOut, `/waiting-list/leave?token=${token}&lang=de`, body, headers)
  expect([reply.statusCode, (await entries()).length]).toEqual([200, 0])
})

test('a form of another site neither joins nor confirms', async () => {
  const token = await joined()
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const replies = [
    await post(soldOut, '/waiting-list', { edition: 'standard', email: 'eve@example.com' }, foreign),
    await post(soldOut, '/waiting-list/confirm', { token }, foreign),
    await post(soldOut, '/waiting-list/leave', { token }, foreign),
  ]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
  expect(await entries()).toMatchObject([{ email: 'ada@example.com', confirmed_at: null }])
})
