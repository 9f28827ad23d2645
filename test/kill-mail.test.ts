import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RailState } from '#shared/api.ts'
import { createEmptyDatabase, type TestDatabase } from './database.ts'
import { startFaultyMailServer, type FaultyMailServer } from './faulty-mail-server.ts'
import { serveShop, type ServedShop } from './served-shop.ts'
import { order } from './shop-client.ts'
import { until } from './until.ts'
import { TEST_SECRET_TEXT } from './installation-secret.ts'

const CODE = 'ABC123'

let database: TestDatabase
let mail: FaultyMailServer
let shop: ServedShop
beforeEach(async () => {
  database = await createEmptyDatabase()
  mail = await startFaultyMailServer()
  shop = await serve()
})
afterEach(async () => {
  await shop.stop()
  await mail.close()
  await database.close()
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

/** Rails are available once their chains were polled for the first time. */
async function buy(): Promise<void> {
  await until(async () => {
    const rails = (await (await fetch(`${shop.url}/data/rails`)).json()) as readonly RailState[]
    return rails.some((one) => one.network === 'bitcoin' && one.available)
  })
  await order(shop.url, CODE, {
    network: 'bitcoin',
    edition: 'standard',
    quantity: 1,
    email: 'buyer@example.com',
    idempotencyKey: 'the-one-order',
  })
}
