import { expect, test } from 'vitest'
import { useTestDatabase } from '#test/use-test-database.ts'
import { useOutbox } from '#test/use-outbox.ts'
import { KEYS, SAMPLE_ACCESS, SAMPLE_MAIL_SETTINGS, SAMPLE_ORDER as ORDER } from '#test/sample-mails.ts'
import type { Db } from '#server/db/database.ts'
import type { Language } from '#shared/languages.ts'
import { queueMail } from './queue-mail.ts'
import { sendMail } from '#test/send-one-mail.ts'

const STUDIO = 'support@studio.example'
const KEYS_MAIL = { template: 'keys', recipient: 'buyer@example.com', facts: ORDER } as const
const database = useTestDatabase({ isFreshPerTest: true })
const post = useOutbox(database, {
  ...SAMPLE_MAIL_SETTINGS,
  publicUrl: () => 'https://shop.example:8443',
  orderAccess: () => ({ ...SAMPLE_ACCESS, secret: 'order secret/+' }),
  readKeys: () => Promise.resolve(KEYS),
})

const queueKeys = (db: Db, dedupeKey: string, language: Language = 'en') =>
  queueMail(db, { ...KEYS_MAIL, dedupeKey, language })

test('a mail is sent if the transaction that queued it commits, once per dedupe key', async () => {
  const outbox = post.open()
  await expect(
    database.db.transaction().execute(async (tx) => {
      await queueKeys(tx, 'keys:1')
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await sendMail(outbox)).toEqual({ kind: 'none' })
  await queueKeys(database.db, 'keys:1')
  await queueKeys(database.db, 'keys:1')
  expect(await sendMail(outbox)).toEqual({ kind: 'sent' })
  expect(await sendMail(outbox)).toEqual({ kind: 'none' })
  expect(post.server.mails()).toHaveLength(1)
  expect(post.server.mails()[0]?.messageId).toMatch(/^<[0-9a-f]{40}@shop\.example>$/)
  expect(post.server.mails()[0]?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(post.server.mails()[0]?.text).toContain('ABCD-EFGH-JKLM-NPQR\nSTUV-WXYZ-2345-6789')
  expect(post.server.mails()[0]?.text).toContain(
    'https://shop.example:8443/order/a5c3fdb2-16a4-4f0b-9d20-c7a0a4e6e001#key=order%20secret%2F%2B',
  )
})

test('mails with keys are sent before all others, however long those have waited', async () => {
  const outbox = post.open()
  await queueMail(database.db, {
    template: 'keys-follow',
    facts: ORDER,
    dedupeKey: 'keys-follow:1',
    language: 'en',
    recipient: 'other@example.com',
  })
  await queueKeys(database.db, 'keys:1')
  await sendMail(outbox)
  expect(post.server.mails()[0]?.text).toContain('ABCD-EFGH-JKLM-NPQR')
  await sendMail(outbox)
  expect(post.server.mails()).toHaveLength(2)
})

test('an Arabic mail arrives in Arabic, right to left, with keys and hashes left to right', async () => {
  const outbox = post.open()
  await queueKeys(database.db, 'keys:1', 'ar')
  await sendMail(outbox)
  const [mail] = post.server.mails()
  expect(mail?.subject).toBe('مفتاحاك للعبة Ashen Dominion')
  expect(mail?.html).toContain('<html lang="ar" dir="rtl">')
  expect(mail?.html).toContain('إليك مفتاحيك')
  expect(mail?.html).toMatch(/<bdi dir="ltr"[^>]*>ABCD-EFGH-JKLM-NPQR<\/bdi>/)
  expect(mail?.text).toContain('تأكّد الدفع')
})

// holds I1
test('two processes send the mails of one outbox without sending one twice', async () => {
  const outbox = post.open()
  for (let mail = 0; mail < 30; mail++) await queueKeys(database.db, `keys:${String(mail)}`)
  const drain = async () => {
    while ((await sendMail(outbox)).kind !== 'none');
  }
  await Promise.all([drain(), drain(), drain(), drain()])
  expect(post.server.mails()).toHaveLength(30)
  expect(new Set(post.server.mails().map((mail) => mail.messageId)).size).toBe(30)
})

test('a rejected mail is retried after 1, 2, 4 … minutes, at most an hour apart, and never dropped', async () => {
  let reply: number | null = 450
  const outbox = post.open()
  post.server.behave(({ stage }) => (stage === 'RCPT' ? reply : null))
  await queueKeys(database.db, 'keys:1')
  const pausesS: number[] = []
  for (let attempt = 0; attempt < 9; attempt++) {
    const outcome = await sendMail(outbox)
    expect(outcome).toMatchObject({ kind: 'failed', attempts: attempt + 1 })
    if (outcome.kind === 'failed') expect(outcome.error.message).not.toContain('example.com')
    expect(await sendMail(outbox)).toEqual({ kind: 'none' })
    const row = await database.db.selectFrom('mails').select('next_attempt_at').executeTakeFirstOrThrow()
    pausesS.push((row.next_attempt_at.getTime() - post.time.clock().getTime()) / 1000)
    post.time.pass(pausesS.at(-1) ?? 0)
    reply = attempt % 2 === 0 ? 550 : 450
  }
  expect(pausesS).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
  reply = null
  expect(await sendMail(outbox)).toEqual({ kind: 'sent' })
  expect(post.server.mails()).toHaveLength(1)
})

test('text from the support form stays text: it adds no header, recipient or markup', async () => {
  const outbox = post.open()
  await queueMail(database.db, {
    dedupeKey: 'support:1',
    template: 'support',
    language: 'en',
    recipient: STUDIO,
    replyTo: 'eve@example.com',
    facts: {
      name: 'Eve\r\nBcc: victim@example.com\r\n',
      email: 'eve@example.com',
      message: '<b>hello</b>\r\n.\r\nMAIL FROM:<a@b.c>\r\n=?utf-8?q?x?=',
    },
  })
  expect(await sendMail(outbox)).toEqual({ kind: 'sent' })
  const [mail] = post.server.mails()
  expect(mail?.headers.has('bcc')).toBe(false)
  // a person wrote it, and help desks drop automatic mails
  expect(mail?.headers.has('auto-submitted')).toBe(false)
  expect(mail?.envelopeTo).toEqual([STUDIO])
  expect(mail?.replyTo?.value).toMatchObject([{ address: 'eve@example.com' }])
  expect(mail?.subject).toContain('Support request from Eve')
  expect(mail?.html).toBe(false)
  expect(mail?.text).toContain('<b>hello</b>\n.\nMAIL FROM:<a@b.c>\n=?utf-8?q?x?=')
})

test('markup in a fact is escaped', async () => {
  const outbox = post.open()
  const facts = { ...ORDER, transactionHash: '"><img src=x onerror=alert(1)>' }
  await queueMail(database.db, { ...KEYS_MAIL, dedupeKey: 'keys:1', language: 'en', facts })
  const settings = { ...outbox.settings, readKeys: () => Promise.resolve(["<script>'"]) }
  await sendMail({ ...outbox, settings })
  expect(post.server.mails()[0]?.html).not.toMatch(/<img|<script/)
  expect(post.server.mails()[0]?.html).toContain('&lt;script&gt;')
})

test('a demo without SMTP marks mails as sent', async () => {
  const outbox = post.open()
  await queueKeys(database.db, 'keys:1')
  expect(await sendMail({ ...outbox, transport: null })).toEqual({ kind: 'sent' })
  const row = await database.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
  expect(row.sent_at).toEqual(outbox.clock())
})

test('a mail that cannot be written does not stop the others', async () => {
  const outbox = post.open()
  await queueKeys(database.db, 'keys:1')
  await database.db.updateTable('mails').set({ facts: '{}' }).execute()
  await queueKeys(database.db, 'keys:2')
  expect(await sendMail(outbox)).toMatchObject({ kind: 'failed' })
  expect(await sendMail(outbox)).toEqual({ kind: 'sent' })
  expect(post.server.mails()).toHaveLength(1)
})
