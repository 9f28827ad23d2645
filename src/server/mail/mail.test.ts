import { simpleParser, type ParsedMail } from 'mailparser'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { createListener } from '#server/db/listener.ts'
import { createLog, type Log } from '#server/runtime/log.ts'
import { type TestDatabase } from '#test/database.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { testClock } from '#test/test-clock.ts'
import type { OrderFacts } from './mail-facts.ts'
import { createMailWorker } from './mail-worker.ts'
import {
  MAX_CONCURRENT_MAILS,
  smtpTransport,
  type MailTransport,
  type SmtpTimeouts,
} from './mail-transport.ts'
import { queueMail } from './queue-mail.ts'
import type { SendMailDeps } from './send-mail.ts'
import { sendMail } from '#test/send-one-mail.ts'
import type { MailSettings } from './mail-draft.ts'
import { SAMPLE_ACCESS, SAMPLE_MAIL_SETTINGS } from '#test/sample-mails.ts'

const SETTING: MailSettings = {
  ...SAMPLE_MAIL_SETTINGS,
  editionName: (edition) => `${edition} edition`,
  publicUrl: () => 'https://shop.example:8443',
  supportEmail: 'support@studio.example',
  orderAccess: () => ({ ...SAMPLE_ACCESS, secret: 'order secret/+' }),
  readKeys: () => Promise.resolve(['ABCD-EFGH-JKLM-NPQR', 'STUV-WXYZ-2345-6789']),
}
const ORDER: OrderFacts = {
  paymentId: 'a5c3fdb2-16a4-4f0b-9d20-c7a0a4e6e001',
  edition: 'supporter',
  quantity: 2,
  amount: '0.00399967',
  coin: 'bitcoin',
  network: 'bitcoin',
  priceUsd: '239.98',
  transactionHash: 'f'.repeat(64),
}

const database = useTestDatabase({ isFreshPerTest: true })
const cleanups: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test('a mail is sent if the transaction that queued it commits, once per dedupe key', async () => {
  const { received, outbox } = await setUp()
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
  expect(received).toHaveLength(1)
  expect(received[0]?.messageId).toMatch(/^<[0-9a-f]{40}@shop\.example>$/)
  expect(received[0]?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(received[0]?.text).toContain('ABCD-EFGH-JKLM-NPQR\nSTUV-WXYZ-2345-6789')
  expect(received[0]?.text).toContain(
    'https://shop.example:8443/order/a5c3fdb2-16a4-4f0b-9d20-c7a0a4e6e001#key=order%20secret%2F%2B',
  )
})

test('mails with keys are sent before all others, however long those have waited', async () => {
  const { received, outbox } = await setUp()
  await queueMail(database.db, {
    template: 'keys-follow',
    facts: ORDER,
    dedupeKey: 'keys-follow:1',
    language: 'en',
    recipient: 'other@example.com',
  })
  await queueKeys(database.db, 'keys:1')
  await sendMail(outbox)
  expect(received[0]?.text).toContain('ABCD-EFGH-JKLM-NPQR')
  await sendMail(outbox)
  expect(received).toHaveLength(2)
})

test('an Arabic mail arrives in Arabic, right to left, with keys and hashes left to right', async () => {
  const { received, outbox } = await setUp()
  await queueKeys(database.db, 'keys:1', 'ar')
  await sendMail(outbox)
  const [mail] = received
  expect(mail?.subject).toBe('مفتاحاك للعبة Ashen Dominion')
  expect(mail?.html).toContain('<html lang="ar" dir="rtl">')
  expect(mail?.html).toContain('إليك مفتاحيك')
  expect(mail?.html).toMatch(/<bdi dir="ltr"[^>]*>ABCD-EFGH-JKLM-NPQR<\/bdi>/)
  expect(mail?.text).toContain('تأكّد الدفع')
})

// holds I1
test('two processes send the mails of one outbox without sending one twice', async () => {
  const { received, outbox } = await setUp()
  for (let mail = 0; mail < 30; mail++) await queueKeys(database.db, `keys:${String(mail)}`)
  const drain = async () => {
    while ((await sendMail(outbox)).kind !== 'none');
  }
  await Promise.all([drain(), drain(), drain(), drain()])
  expect(received).toHaveLength(30)
  expect(new Set(received.map((mail) => mail.messageId)).size).toBe(30)
})

test('a rejected mail is retried after 1, 2, 4 … minutes, at most an hour apart, and never dropped', async () => {
  let reply = 450
  const { received, outbox, time } = await setUp({
    onRcptTo: (_address, _session, done) => {
      done(
        reply === 250
          ? null
          : Object.assign(new Error('<buyer@example.com> not now'), { responseCode: reply }),
      )
    },
  })
  await queueKeys(database.db, 'keys:1')
  const pausesS: number[] = []
  for (let attempt = 0; attempt < 9; attempt++) {
    const outcome = await sendMail(outbox)
    expect(outcome).toMatchObject({ kind: 'failed', attempts: attempt + 1 })
    if (outcome.kind === 'failed') expect(outcome.error.message).not.toContain('example.com')
    expect(await sendMail(outbox)).toEqual({ kind: 'none' })
    const row = await database.db.selectFrom('mails').select('next_attempt_at').executeTakeFirstOrThrow()
    pausesS.push((row.next_attempt_at.getTime() - time.clock().getTime()) / 1000)
    time.pass(pausesS.at(-1) ?? 0)
    reply = attempt % 2 === 0 ? 550 : 450
  }
  expect(pausesS).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
  reply = 250
  expect(await sendMail(outbox)).toEqual({ kind: 'sent' })
  expect(received).toHaveLength(1)
})

test('a mail whose process dies after the server took it is sent again with the same Message-ID', async () => {
  const { received, outbox } = await setUp()
  await queueKeys(database.db, 'keys:1')
  const dying: SendMailDeps = { ...outbox, db: (await dyingDatabase()).db }
  await expect(sendMail(dying)).rejects.toThrow()
  expect(received).toHaveLength(1)
  await expect.poll(() => sendMail(outbox)).toEqual({ kind: 'sent' })
  expect(received[1]?.messageId).toBe(received[0]?.messageId)

  /** A database whose connection is closed as soon as the mail is sent. */
  async function dyingDatabase() {
    const own = openDatabase(database.url, { max: 1, onIdleError: () => undefined })
    const { rows } = await own.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    cleanups.push(() => own.close())
    cut = async () => {
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    }
    return own
  }
})
/** Runs when the server has received a mail, before it replies. */
let cut: (() => Promise<void>) | null = null

test('a server that stalls or disconnects costs one attempt, and the log names no address', async () => {
  for (const behaviour of ['stall', 'drop'] as const) {
    const { outbox, lines } = await setUp(
      {
        onData: (stream) => {
          stream.resume()
          if (behaviour === 'drop') lastSocket?.destroy()
        },
      },
      { handOverMs: 300, answerMs: 300 },
    )
    await queueKeys(database.db, `keys:${behaviour}`)
    const outcome = await sendMail(outbox)
    expect(outcome).toMatchObject({ kind: 'failed', attempts: 1 })
    expect(lines.join()).not.toContain('@')
  }
})
/** The newest connection to the server. */
let lastSocket: { destroy(): void } | null = null

test('text from the support form stays text: it adds no header, recipient or markup', async () => {
  const { received, raw, outbox } = await setUp()
  await queueMail(database.db, {
    dedupeKey: 'support:1',
    template: 'support',
    language: 'en',
    recipient: SETTING.supportEmail,
    replyTo: 'eve@example.com',
    facts: {
      name: 'Eve\r\nBcc: victim@example.com\r\n',
      email: 'eve@example.com',
      message: '<b>hello</b>\r\n.\r\nMAIL FROM:<a@b.c>\r\n=?utf-8?q?x?=',
    },
  })
  expect(await sendMail(outbox)).toEqual({ kind: 'sent' })
  const [mail] = received
  expect(mail?.headers.has('bcc')).toBe(false)
  // a person wrote it, and help desks drop automatic mails
  expect(mail?.headers.has('auto-submitted')).toBe(false)
  expect(raw[0]?.envelope).toEqual(['support@studio.example'])
  expect(mail?.replyTo?.value).toMatchObject([{ address: 'eve@example.com' }])
  expect(mail?.subject).toContain('Support request from Eve')
  expect(mail?.html).toBe(false)
  expect(mail?.text).toContain('<b>hello</b>\n.\nMAIL FROM:<a@b.c>\n=?utf-8?q?x?=')
})

test('markup in a fact is escaped', async () => {
  const { received, outbox } = await setUp()
  const facts = { ...ORDER, transactionHash: '"><img src=x onerror=alert(1)>' }
  await queueMail(database.db, { ...KEYS_MAIL, dedupeKey: 'keys:1', language: 'en', facts })
  const settings = { ...outbox.settings, readKeys: () => Promise.resolve(["<script>'"]) }
  await sendMail({ ...outbox, settings })
  expect(received[0]?.html).not.toMatch(/<img|<script/)
  expect(received[0]?.html).toContain('&lt;script&gt;')
})

test('the worker sends due mails at start and on an announcement, and stopping waits for the mail being sent', async () => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  const { received, outbox, log } = await setUp({
    onRcptTo: (_address, _session, done) => {
      gate.then(() => {
        done()
      }, done)
    },
  })
  await queueKeys(database.db, 'keys:1')
  const { worker } = await startWorker(outbox, log)
  await expect.poll(() => connections).toBeGreaterThan(0)
  for (let more = 2; more < 6; more++) await queueKeys(database.db, `keys:${String(more)}`)
  const stopped = worker.stop()
  release()
  await stopped
  const sent = await database.db.selectFrom('mails').selectAll().where('sent_at', 'is not', null).execute()
  expect(sent).toHaveLength(received.length)
  expect(received.length).toBeGreaterThanOrEqual(1)
  expect(received.length).toBeLessThanOrEqual(MAX_CONCURRENT_MAILS)
})
let connections = 0

// holds I3
test('mails that waited for the mail server are sent as soon as it is back', async () => {
  const { received, outbox, log, server, port, time } = await setUp()
  await new Promise<void>((resolve) => {
    server.close(resolve)
  })
  await queueKeys(database.db, 'keys:1')
  await startWorker(outbox, log)
  await expect
    .poll(() => database.db.selectFrom('mails').select('attempts').executeTakeFirst())
    .toEqual({ attempts: 1 })
  const again = smtpServer(received, [], {})
  await new Promise<void>((resolve) => again.listen(port, '127.0.0.1', resolve))
  cleanups.push(
    () =>
      new Promise<void>((resolve) => {
        again.close(resolve)
      }),
  )
  time.pass(1)
  await queueKeys(database.db, 'keys:2')
  await expect.poll(() => received.length).toBe(2)
})

test('the look of each minute sends a mail whose announcement was missed', async () => {
  const { received, outbox, log, time } = await setUp()
  await startWorker(outbox, log, { everyMs: 20 })
  await queueKeys(database.db, 'keys:1')
  await expect.poll(() => received.length).toBe(1)
  await database.db
    .updateTable('mails')
    .set({ sent_at: null, next_attempt_at: new Date(time.clock().getTime() + 60_000) })
    .execute()
  time.pass(60)
  await expect.poll(() => received.length).toBe(2)
})

test('a demo without SMTP marks mails as sent', async () => {
  const { outbox } = await setUp()
  await queueKeys(database.db, 'keys:1')
  expect(await sendMail({ ...outbox, transport: null })).toEqual({ kind: 'sent' })
  const row = await database.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
  expect(row.sent_at).toEqual(outbox.clock())
})

test('a mail that cannot be written does not stop the others', async () => {
  const { received, outbox } = await setUp()
  await queueKeys(database.db, 'keys:1')
  await database.db.updateTable('mails').set({ facts: '{}' }).execute()
  await queueKeys(database.db, 'keys:2')
  expect(await sendMail(outbox)).toMatchObject({ kind: 'failed' })
  expect(await sendMail(outbox)).toEqual({ kind: 'sent' })
  expect(received).toHaveLength(1)
})

/** The worker as the shop runs it: triggered by announcements and every minute. */
async function startWorker(outbox: SendMailDeps, log: Log, options: { readonly everyMs?: number } = {}) {
  const listener = createListener({ url: database.url, log })
  const worker = createMailWorker({ ...outbox, log, listener, ...options })
  await listener.start()
  await worker.start()
  cleanups.push(async () => {
    await worker.stop()
    await listener.stop()
  })
  return { worker }
}

const KEYS_MAIL = { template: 'keys', recipient: 'buyer@example.com' } as const

async function queueKeys(
  db: TestDatabase['db'],
  dedupeKey: string,
  language: 'en' | 'ar' = 'en',
): Promise<void> {
  await queueMail(db, { ...KEYS_MAIL, dedupeKey, language, facts: ORDER })
}

async function setUp(behaviour: SMTPServerOptions = {}, times: Partial<SmtpTimeouts> = {}) {
  const received: ParsedMail[] = []
  const raw: { envelope: string[] }[] = []
  const lines: string[] = []
  connections = 0
  cut = null
  const server = smtpServer(received, raw, behaviour)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const transport: MailTransport = smtpTransport(
    `smtp://127.0.0.1:${String(port)}`,
    'Keyhold <shop@shop.example>',
    {
      connectMs: 1000,
      handOverMs: 5000,
      answerMs: 5000,
      ...times,
    },
  )
  cleanups.push(
    () =>
      new Promise<void>((resolve) => {
        server.close(resolve)
      }),
    () => {
      transport.close()
    },
  )
  const time = testClock()
  const outbox: SendMailDeps = { db: database.db, clock: time.clock, transport, settings: SETTING }
  const log = createLog({ level: 'debug', write: (line) => lines.push(line) })
  return { received, raw, outbox, time, lines, log, server, port }
}

function smtpServer(
  received: ParsedMail[],
  raw: { envelope: string[] }[],
  behaviour: SMTPServerOptions,
): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 500,
    onConnect: (_session, done) => {
      connections++
      done()
    },
    onData: (stream, session, done) => {
      simpleParser(stream)
        .then(async (mail) => {
          received.push(mail)
          raw.push({ envelope: session.envelope.rcptTo.map((to) => to.address) })
          await cut?.()
          done()
        })
        .catch(done)
    },
    ...behaviour,
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket) => {
    lastSocket = socket
  })
  return server
}
