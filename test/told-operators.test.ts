import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completePart, findOpenRecovery, startRecovery } from '#server/recovery/recoveries.ts'
import { createEmptyDatabase, type TestDatabase } from './database.ts'
import { startMailServer, type MailServer } from './mail-server.ts'
import { serveShop, type ServedShop } from './served-shop.ts'
import { until } from './until.ts'
import { isSignedWith, startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts'
import { temporaryFolder } from './temporary-folder.ts'

const EMAIL = 'ops@shop.example'
const TOKEN = 'a-token-of-enough-characters'
const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

const folder = temporaryFolder()
let database: TestDatabase
let mailServer: MailServer
let receiver: WebhookReceiver
let shop: ServedShop
let beats = 0
const deadMan = createServer((_request, response) => {
  beats += 1
  response.end('OK')
})
beforeAll(async () => {
  database = await createEmptyDatabase()
  mailServer = await startMailServer()
  receiver = await startWebhookReceiver()
  deadMan.listen(0, '127.0.0.1')
  await once(deadMan, 'listening')
  shop = await serveShop({
    DATABASE_URL: database.url,
    KEYHOLD_DATA: folder,
    KEYHOLD_SMTP_URL: mailServer.url,
    KEYHOLD_MAIL_FROM: 'keys@shop.example',
    KEYHOLD_ALERT_EMAIL: EMAIL,
    KEYHOLD_WEBHOOK_URL: receiver.url,
    KEYHOLD_WEBHOOK_SECRET: WEBHOOK_SECRET,
    KEYHOLD_WEBHOOK_ALLOW_PRIVATE: 'true',
    KEYHOLD_HEARTBEAT_URL: `http://127.0.0.1:${String((deadMan.address() as AddressInfo).port)}/beat`,
    KEYHOLD_METRICS_TOKEN: TOKEN,
  })
})
afterAll(async () => {
  await shop.stop()
  deadMan.closeAllConnections()
  deadMan.close()
  await receiver.close()
  await mailServer.close()
  await database.close()
})

const healthOf = async () => (await fetch(`${shop.url}/health`)).status
const toldByMail = () => mailServer.mailsTo(EMAIL).map(({ text = '' }) => text)
const toldByWebhook = () => receiver.received.map(({ json }) => `${json.type} ${String(json.data.kind)}`)

async function metric(name: string): Promise<string | undefined> {
  const reply = await fetch(`${shop.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  return new RegExp(`^${name} (.*)$`, 'm').exec(await reply.text())?.[1]
}

test('a shop that stops selling says so by mail, webhook, health, metrics and page, and that it is over', async () => {
  await until(async () => (await healthOf()) === 200, { everyMs: 200 })
  await until(() => beats > 0)
  expect(await metric('keyhold_can_sell')).toBe('1')

  const wallets = await database.db.selectFrom('wallets').select(['fingerprint', 'next_index']).execute()
  const reserved = Object.fromEntries(wallets.map((row) => [row.fingerprint, row.next_index]))
  const start = { cause: 'restored', previousDatabaseId: crypto.randomUUID(), reserved } as const
  await database.db
    .transaction()
    .execute((tx) => startRecovery(tx, { ...start, lostSince: new Date() }, new Date()))
  await until(async () => (await healthOf()) === 503, { everyMs: 200 })
  expect(await metric('keyhold_can_sell')).toBe('0')
  expect(await (await fetch(`${shop.url}/status?lang=en`)).text()).toContain('No orders are taken')
  // a balancer goes on: buyers still see their orders
  expect((await fetch(`${shop.url}/health/live`)).status).toBe(200)
  await until(() => toldByMail().length === 1 && toldByWebhook().length === 1)

  const recovery = await findOpenRecovery(database.db)
  if (recovery === null) throw new Error('expected a recovery')
  // as the command does: without it the next connection would find the database older again
  for (const [fingerprint, index] of Object.entries(reserved))
    await database.db
      .updateTable('wallets')
      .set({ next_index: index })
      .where('fingerprint', '=', fingerprint)
      .execute()
  for (const part of ['addresses_done_at', 'keys_done_at'] as const)
    await database.db.transaction().execute((tx) => completePart(tx, recovery, part, new Date()))
  await until(async () => (await healthOf()) === 200, { everyMs: 200 })
  await until(() => toldByMail().length === 2 && toldByWebhook().length === 2)
  expect(toldByMail()[1]).toContain('Over: ')
  expect(toldByWebhook()).toEqual(['alert.raised recovery', 'alert.closed recovery'])
  expect(receiver.received.every((message) => isSignedWith(WEBHOOK_SECRET, message))).toBe(true)
  expect(shop.log()).not.toMatch(/\/beat|\/hook|whsec_/)
})
