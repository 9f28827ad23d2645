import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeBulletin } from '#server/bulletins/change-bulletin.ts'
import { listBulletins } from '#server/bulletins/list-bulletins.ts'
import { makePerson } from './account-fixture.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { startFaultyMailServer, type FaultyMailServer } from './faulty-mail-server.ts'
import { insertPayment } from './insert-payment.ts'
import { serveShop, type ServedShop } from './served-shop.ts'
import { order, railOpen } from './shop-client.ts'
import { until } from './until.ts'
import { TEST_SECRET_TEXT } from './installation-secret.ts'
import { LANGUAGES } from '#shared/languages.ts'

const CODE = 'ABC123'
/** More than the shop can send before it is killed. */
const ORDERS = 60

let database: TestDatabase
let mail: FaultyMailServer
let shop: ServedShop
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  mail = await startFaultyMailServer()
  shop = await serve()
})
afterEach(async () => {
  await shop.stop()
  await mail.close()
})

test.each(['stall', 'take-and-stall'] as const)(
  'a shop killed while the mail server ponders a mail (%s) sends it after its next start, under the one Message-ID',
  async (fault) => {
    mail.behave(({ stage }) => (stage === 'dot' ? fault : null))
    await buy()
    await mail.reached('dot')
    await shop.kill()
    mail.behave(() => null)
    shop = await serve()
    const copies = fault === 'stall' ? 1 : 2
    await mail.taken(copies)
    expect(new Set(mail.mails().map((one) => one.messageId)).size).toBe(1)
    expect(mail.mails()).toHaveLength(copies)
  },
)

test('a shop stops while the mail server is stalled, and sends the mail after its next start', async () => {
  mail.behave(({ stage }) => (stage === 'RCPT' ? 'stall' : null))
  await buy()
  await mail.reached('RCPT')
  await shop.stop()
  mail.behave(() => null)
  shop = await serve()
  await mail.taken(1)
  expect(mail.mails()[0]?.to).toMatchObject({ text: 'buyer@example.com' })
})

test('an announcement to all buyers goes on after each kill of the shop, and each order has it under one Message-ID', async () => {
  const { db } = database
  const at = new Date()
  const actorId = await makePerson(db, 'owner@example.com', 'owner')
  const bought = { status: 'confirmed', confirmed_at: at, delivered_at: at, is_final: true } as const
  for (let order = 0; order < ORDERS; order += 1)
    await insertPayment(db, { ...bought, user_email: `buyer${String(order)}@example.com` })
  const id = randomUUID()
  const texts = { en: { subject: 'It is out', body: 'Today.' } }
  const by = { actorId, email: 'owner@example.com', now: at, languages: LANGUAGES }
  await changeBulletin(db, { action: 'save', id, kind: 'release', editions: ['standard'], texts }, by)
  await changeBulletin(db, { action: 'start', id, orders: ORDERS }, by)
  for (const taken of [1, ORDERS / 3]) {
    await mail.taken(taken)
    await shop.kill()
    shop = await serve()
  }
  await until(async () => (await listBulletins(db)).every(({ state }) => state === 'sent'))
  const sent = Map.groupBy(mail.mails(), ({ envelopeTo }) => envelopeTo.join())
  expect(sent.size).toBe(ORDERS)
  for (const copies of sent.values()) expect(new Set(copies.map((one) => one.messageId)).size).toBe(1)
})

function serve(): Promise<ServedShop> {
  return serveShop({
    DATABASE_URL: database.url,
    KEYHOLD_SECRET: TEST_SECRET_TEXT,
    KEYHOLD_CAPTCHA_CODE: CODE,
    KEYHOLD_LIMITS: 'off',
    KEYHOLD_SMTP_URL: mail.url,
    KEYHOLD_MAIL_FROM: 'shop@keyhold.example',
  })
}

async function buy(): Promise<void> {
  await railOpen(shop.url, 'bitcoin')
  await order(shop.url, CODE, {
    network: 'bitcoin',
    edition: 'standard',
    quantity: 1,
    email: 'buyer@example.com',
    idempotencyKey: randomUUID(),
  })
}
