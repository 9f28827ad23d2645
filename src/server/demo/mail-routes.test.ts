import { afterEach, beforeEach, expect, test } from 'vitest'
import type { App } from '#server/http/app.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { SendMailDeps } from '#server/mail/send-mail.ts'
import { sendMail } from '#test/send-one-mail.ts'
import { appWith } from '#test/app-with.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { testClock } from '#test/test-clock.ts'
import { demoMailRoutes } from './mail-routes.ts'
import { SAMPLE_MAIL_SETTINGS } from '#test/sample-mails.ts'
import { keyRow } from '#test/insert-key.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import type { Db } from '#server/db/database.ts'
import { keysOf } from '#server/keys/claim-keys.ts'

const settings = {
  ...SAMPLE_MAIL_SETTINGS,
  publicUrl: () => 'http://127.0.0.1:8080',
  readKeys: (db: Db, id: string) => keysOf(db, TEST_CIPHER, id),
}
const ORDER = {
  paymentId: 'a5c3fdb2-16a4-4f0b-9d20-c7a0a4e6e001',
  edition: 'standard',
  quantity: 1,
  amount: '63.99',
  coin: 'usdt',
  network: 'trc20',
  price: '63.99',
  currency: 'USD',
  transactionHash: null,
} as const

const database = useTestDatabase({ isFreshPerTest: true })
let app: App
let outbox: SendMailDeps
const time = testClock()
beforeEach(async () => {
  outbox = { db: database.db, clock: time.clock, transport: null, settings }
  app = await appWith((routes) => demoMailRoutes(routes, { db: database.db, settings }))
})
afterEach(() => app.close())

/** The mailbox takes the keys of a mail that was sent from its order. */
async function deliverKey(): Promise<void> {
  const at = time.clock()
  await insertPayment(database.db, {
    id: ORDER.paymentId,
    status: 'confirmed',
    confirmed_at: at,
    delivered_at: at,
  })
  await database.db
    .insertInto('game_keys')
    .values({
      ...keyRow('ABCD-EFGH-JKLM-NPQR'),
      payment_id: ORDER.paymentId,
      line_no: 1,
      quantity: 1,
      handed_at: at,
    })
    .execute()
}

test('the mailbox shows sent mails, newest first, and none that is still waiting', async () => {
  await deliverKey()
  await queue('keys:1', 'keys')
  await sendMail(outbox)
  time.pass(5)
  await queue('keys-follow:2', 'keys-follow')
  await sendMail(outbox)
  await queue('keys:3', 'keys')
  const mails = (await app.inject('/demo/mail.json')).json<Record<string, string>[]>()
  expect(mails).toEqual([
    {
      to: 'buyer@example.com',
      subject: 'Your order of Ashen Dominion is paid, the keys follow',
      text: expect.stringContaining('Your order keeps its place') as string,
      html: expect.stringContaining('<h1') as string,
      sentAt: '2026-11-20T12:00:05.000Z',
      messageId: expect.stringMatching(/^<[0-9a-f]{40}@127\.0\.0\.1>$/) as string,
    },
    expect.objectContaining({ subject: 'Your key for Ashen Dominion', sentAt: '2026-11-20T12:00:00.000Z' }),
  ])
  expect(mails[1]?.['text']).toContain('ABCD-EFGH-JKLM-NPQR')
})

test('a mail can be framed by the mailbox page with its own styles, and nothing else runs in it', async () => {
  await deliverKey()
  await queue('keys:1', 'keys')
  await sendMail(outbox)
  const [mail] = (await app.inject('/demo/mail.json')).json<{ messageId: string }[]>()
  const page = await app.inject(`/demo/mail/${encodeURIComponent(mail?.messageId.slice(1, -1) ?? '')}`)
  expect(page.body).toContain('<h1')
  expect(page.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  )
  expect((await app.inject('/demo/mail/unknown@nowhere')).statusCode).toBe(404)
  await queue('keys-follow:2', 'keys-follow')
  const { message_id } = await database.db
    .selectFrom('mails')
    .select('message_id')
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
  expect((await app.inject(`/demo/mail/${message_id}`)).statusCode, 'before it is sent').toBe(404)
})

function queue(dedupeKey: string, template: 'keys' | 'keys-follow'): Promise<void> {
  const facts = ORDER
  return queueMail(database.db, {
    dedupeKey,
    template,
    language: 'en',
    recipient: 'buyer@example.com',
    facts,
  })
}
