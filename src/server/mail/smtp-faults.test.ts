import { afterEach, beforeEach, expect, test } from 'vitest'
import { createListener } from '#server/db/listener.ts'
import { createLog } from '#server/runtime/log.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import {
  SMTP_STAGES,
  startFaultyMailServer,
  type FaultyMailServer,
  type SmtpFault,
} from '#test/faulty-mail-server.ts'
import { testClock } from '#test/test-clock.ts'
import { until } from '#test/until.ts'
import { createMailWorker } from './mail-worker.ts'
import { smtpTransport, type SmtpTimeouts } from './mail-transport.ts'
import { queueMail } from './queue-mail.ts'
import type { SendMailDeps } from './send-mail.ts'
import { sendMail } from '#test/send-one-mail.ts'
import { KEYS, SAMPLE_MAIL_SETTINGS } from '#test/sample-mails.ts'

const SETTING = { ...SAMPLE_MAIL_SETTINGS, readKeys: () => Promise.resolve(KEYS) }
const PATIENT: SmtpTimeouts = { connectMs: 5000, handOverMs: 60_000, answerMs: 60_000 }
// long enough for a slow machine's answer: a server that answers must not look like a silent one
const HASTY: SmtpTimeouts = { connectMs: 1500, handOverMs: 1500, answerMs: 1500 }

const database = useTestDatabase({ max: 20 })
let server: FaultyMailServer
let time: ReturnType<typeof testClock>
const cleanups: (() => Promise<void>)[] = []
beforeEach(async () => {
  await database.db.deleteFrom('mails').execute()
  server = await startFaultyMailServer()
  time = testClock()
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  await server.close()
})

const FAULTS = SMTP_STAGES.flatMap((stage) =>
  ([450, 550, 'stall', 'drop'] as const)
    .filter((fault) => stage !== 'body' || typeof fault === 'string')
    .map((fault): readonly [typeof stage, SmtpFault] => [stage, fault]),
)

test.each([...FAULTS, ['dot', 'take-and-drop'], ['dot', 'take-and-stall']] as const)(
  'after a fault at %s (%s) the mail is sent once the server works again, with the same Message-ID',
  async (stage, fault) => {
    const outbox = openOutbox(PATIENT)
    await queue('buyer@example.com')
    server.behave((moment) => (moment.stage === stage ? fault : null))
    const isStall = fault === 'stall' || fault === 'take-and-stall'
    for (let attempt = 1; attempt <= 2; attempt++) {
      // timeouts are tested below; here a stalled attempt is aborted, so that a slow machine does not matter
      const deadline = new AbortController()
      const sending = sendMail(outbox, deadline.signal)
      if (isStall) {
        await server.reached(stage, attempt)
        if (fault === 'take-and-stall') await server.taken(attempt)
        deadline.abort()
      }
      const outcome = await sending
      expect(outcome).toMatchObject({ kind: 'failed', attempts: attempt })
      if (outcome.kind === 'failed') expect(outcome.error.message).not.toContain('@')
      time.pass(3600)
    }
    server.behave(() => null)
    expect(await sendMail(outbox)).toEqual({ kind: 'sent' })
    expect(await sendMail(outbox)).toEqual({ kind: 'none' })
    const wasTaken = fault === 'take-and-drop' || fault === 'take-and-stall'
    expect(server.mails()).toHaveLength(wasTaken ? 3 : 1)
    expect(messageIds().size).toBe(1)
    // nothing in a mail differs between attempts
    const [first] = server.mails()
    for (const mail of server.mails()) expect([mail.date, mail.text]).toEqual([first?.date, first?.text])
  },
)

test('transfer, reply and verification each have their own timeout', async () => {
  const long = 3_600_000
  await queue('buyer@example.com')
  server.behave(({ stage }) => (stage === 'RCPT' ? 'stall' : null))
  const quickToHandOver = openOutbox({ connectMs: 5000, handOverMs: 50, answerMs: long })
  expect(await sendMail(quickToHandOver)).toMatchObject({ kind: 'failed', attempts: 1 })
  time.pass(3600)
  server.behave(({ stage }) => (stage === 'dot' ? 'stall' : null))
  const quickToAnswer = openOutbox({ connectMs: 5000, handOverMs: long, answerMs: 50 })
  expect(await sendMail(quickToAnswer)).toMatchObject({ kind: 'failed', attempts: 2 })
  server.behave(({ stage }) => (stage === 'EHLO' ? 'stall' : null))
  const asked = smtpTransport(server.url, 'shop@shop.example', {
    connectMs: 50,
    handOverMs: long,
    answerMs: long,
  })
  await expect(asked.verify()).rejects.toMatchObject({ isUnreachable: true })
  asked.close()
})

test('a server that greets slowly still gets the mail', async () => {
  let greet = () => {}
  server.greetAfter(new Promise<void>((resolve) => (greet = resolve)))
  await queue('buyer@example.com')
  const sending = sendMail(openOutbox(PATIENT))
  greet()
  expect(await sending).toEqual({ kind: 'sent' })
})

test('a server gets a mail only if it offers the required TLS', async () => {
  await queue('buyer@example.com')
  const strict = openOutbox(HASTY, server.url.replace('smtp:', 'smtps:'))
  expect(await sendMail(strict)).toMatchObject({ kind: 'failed', error: { isUnreachable: true } })
  const upgrading = openOutbox(HASTY, `${server.url}?requireTLS=true`)
  time.pass(3600)
  expect(await sendMail(upgrading)).toMatchObject({ kind: 'failed', error: { isUnreachable: true } })
  expect(server.mails()).toEqual([])
  time.pass(3600)
  expect(await sendMail(openOutbox(HASTY))).toEqual({ kind: 'sent' })
})

test('an address that is always rejected is retried less and less often and delays no other mail', async () => {
  server.behave(({ stage, recipient }) => (stage === 'RCPT' && recipient === 'gone@example.com' ? 550 : null))
  await queue('gone@example.com')
  for (let buyer = 0; buyer < 20; buyer++) await queue(`buyer${String(buyer)}@example.com`)
  await startWorker(openOutbox(PATIENT))
  await server.taken(20)
  await until(async () => (await rowOf('gone@example.com')).attempts === 1)

  // a restart of the server does not bring the retry of a rejected address forward
  await server.away()
  await queue('waiting@example.com')
  await until(async () => (await rowOf('waiting@example.com')).attempts === 1)
  await server.back()
  await queue('last@example.com')
  await server.taken(22)
  await until(async () => (await unsent()).length === 1)
  const gone = await rowOf('gone@example.com')
  expect(gone).toMatchObject({ attempts: 1, failed_as: 'refused', failed_reply: 550, sent_at: null })
  expect(gone.next_attempt_at).toEqual(new Date(time.clock().getTime() + 60_000))
  expect(await rowOf('waiting@example.com')).toMatchObject({ failed_as: null, attempts: 2 })
  expect(messageIds().size).toBe(22)
})

test('a server that refuses everything gets all mails once it takes one', async () => {
  server.behave(({ stage }) => (stage === 'MAIL' ? 451 : null))
  for (let buyer = 0; buyer < 6; buyer++) await queue(`buyer${String(buyer)}@example.com`)
  await startWorker(openOutbox(PATIENT))
  await until(async () => (await unsent()).every(({ failed_as }) => failed_as === 'refused'))
  expect(server.mails()).toEqual([])
  server.behave(() => null)
  // no time passes: none of them is due by itself
  await queue('next@example.com')
  await server.taken(7)
  expect(messageIds().size).toBe(7)
})

test('a recipient whose server does not respond delays no other mail, and the shop still stops', async () => {
  const slow = ['slow1@example.com', 'slow2@example.com']
  server.behave(({ stage, recipient }) =>
    stage === 'RCPT' && recipient !== null && slow.includes(recipient) ? 'stall' : null,
  )
  for (const recipient of slow) await queue(recipient)
  const { worker } = await startWorker(openOutbox(PATIENT), { stopWithinMs: 20 })
  await server.reached('RCPT', 2)
  for (let buyer = 0; buyer < 10; buyer++) await queue(`buyer${String(buyer)}@example.com`)
  await server.taken(10)
  await worker.stop()
  for (const recipient of slow) {
    expect(await rowOf(recipient)).toMatchObject({ attempts: 1, failed_as: 'unreachable', sent_at: null })
  }

  server.behave(() => null)
  await startWorker(openOutbox(PATIENT))
  await server.taken(12)
  expect(messageIds().size).toBe(12)
})

test('a server that never responds is not tried again until it works, and then gets all mails at once', async () => {
  server.behave(({ stage }) => (stage === 'EHLO' ? 'stall' : null))
  for (let buyer = 0; buyer < 10; buyer++) await queue(`buyer${String(buyer)}@example.com`)
  await startWorker(openOutbox(HASTY))
  const tried = () => database.db.selectFrom('mails').select('id').where('attempts', '>', 0).execute()
  await until(async () => (await tried()).length >= 3)
  server.behave(() => null)
  time.pass(1)
  await queue('last@example.com')
  await server.taken(11)
  await until(async () => (await unsent()).length === 0)
  expect(messageIds().size).toBe(11)
})

function openOutbox(times: SmtpTimeouts, url = server.url): SendMailDeps {
  const transport = smtpTransport(url, 'shop@shop.example', times)
  cleanups.push(() => {
    transport.close()
    return Promise.resolve()
  })
  return { db: database.db, clock: time.clock, transport, settings: SETTING }
}

async function startWorker(outbox: SendMailDeps, { stopWithinMs = 5000 } = {}) {
  const log = createLog({ level: 'error', write: () => undefined })
  const listener = createListener({ url: database.url, log })
  const worker = createMailWorker({ ...outbox, log, listener, stopWithinMs })
  await listener.start()
  await worker.start()
  cleanups.push(async () => {
    await worker.stop()
    await listener.stop()
  })
  return { worker }
}

function queue(recipient: string): Promise<void> {
  return queueMail(database.db, {
    template: 'keys',
    dedupeKey: `keys:${recipient}`,
    language: 'en',
    recipient,
    facts: {
      paymentId: 'a5c3fdb2-16a4-4f0b-9d20-c7a0a4e6e001',
      edition: 'standard',
      quantity: 1,
      amount: '0.0010665',
      coin: 'bitcoin',
      network: 'bitcoin',
      priceUsd: '63.99',
      transactionHash: 'ab'.repeat(32),
    },
  })
}

const rowOf = (recipient: string) =>
  database.db.selectFrom('mails').selectAll().where('recipient', '=', recipient).executeTakeFirstOrThrow()
const unsent = () =>
  database.db.selectFrom('mails').select(['id', 'failed_as']).where('sent_at', 'is', null).execute()
const messageIds = () => new Set(server.mails().map((mail) => mail.messageId))
