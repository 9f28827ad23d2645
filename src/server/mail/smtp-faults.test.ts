import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '#test/use-test-database.ts'
import { SMTP_STAGES, type SmtpFault } from '#test/faulty-mail-server.ts'
import { KEYS, SAMPLE_MAIL_SETTINGS, SAMPLE_ORDER } from '#test/sample-mails.ts'
import { sendMail } from '#test/send-one-mail.ts'
import { until } from '#test/until.ts'
import { useOutbox } from '#test/use-outbox.ts'
import { smtpTransport, type SmtpTimeouts } from './mail-transport.ts'
import { queueMail } from './queue-mail.ts'

// long enough for a slow machine's answer: a server that answers must not look like a silent one
const HASTY: SmtpTimeouts = { connectMs: 1500, handOverMs: 1500, answerMs: 1500 }

const database = useTestDatabase({ max: 20 })
beforeEach(() => database.db.deleteFrom('mails').execute())
const post = useOutbox(database, { ...SAMPLE_MAIL_SETTINGS, readKeys: () => Promise.resolve(KEYS) })

const FAULTS = SMTP_STAGES.flatMap((stage) =>
  ([450, 550, 'stall', 'drop'] as const)
    .filter((fault) => stage !== 'body' || typeof fault === 'string')
    .map((fault): readonly [typeof stage, SmtpFault] => [stage, fault]),
)

test.each([...FAULTS, ['dot', 'take-and-drop'], ['dot', 'take-and-stall']] as const)(
  'after a fault at %s (%s) the mail is sent once the server works again, with the same Message-ID',
  async (stage, fault) => {
    const outbox = post.open()
    await queue('buyer@example.com')
    post.server.behave((moment) => (moment.stage === stage ? fault : null))
    const isStall = fault === 'stall' || fault === 'take-and-stall'
    for (let attempt = 1; attempt <= 2; attempt++) {
      // timeouts are tested below; here a stalled attempt is aborted, so that a slow machine does not matter
      const deadline = new AbortController()
      const sending = sendMail(outbox, deadline.signal)
      if (isStall) {
        await post.server.reached(stage, attempt)
        if (fault === 'take-and-stall') await post.server.taken(attempt)
        deadline.abort()
      }
      const outcome = await sending
      expect(outcome).toMatchObject({ kind: 'failed', attempts: attempt })
      if (outcome.kind === 'failed') expect(outcome.error.message).not.toContain('@')
      post.time.pass(3600)
    }
    post.server.behave(() => null)
    expect(await sendMail(outbox)).toEqual({ kind: 'sent' })
    expect(await sendMail(outbox)).toEqual({ kind: 'none' })
    const wasTaken = fault === 'take-and-drop' || fault === 'take-and-stall'
    expect(post.server.mails()).toHaveLength(wasTaken ? 3 : 1)
    expect(messageIds().size).toBe(1)
    // nothing in a mail differs between attempts
    const [first] = post.server.mails()
    for (const mail of post.server.mails()) expect([mail.date, mail.text]).toEqual([first?.date, first?.text])
  },
)

test('transfer, reply and verification each have their own timeout', async () => {
  const long = 3_600_000
  await queue('buyer@example.com')
  post.server.behave(({ stage }) => (stage === 'RCPT' ? 'stall' : null))
  const quickToHandOver = post.open({ connectMs: 5000, handOverMs: 50, answerMs: long })
  expect(await sendMail(quickToHandOver)).toMatchObject({ kind: 'failed', attempts: 1 })
  post.time.pass(3600)
  post.server.behave(({ stage }) => (stage === 'dot' ? 'stall' : null))
  const quickToAnswer = post.open({ connectMs: 5000, handOverMs: long, answerMs: 50 })
  expect(await sendMail(quickToAnswer)).toMatchObject({ kind: 'failed', attempts: 2 })
  post.server.behave(({ stage }) => (stage === 'EHLO' ? 'stall' : null))
  const asked = smtpTransport(post.server.url, 'shop@shop.example', {
    connectMs: 50,
    handOverMs: long,
    answerMs: long,
  })
  await expect(asked.verify()).rejects.toMatchObject({ isUnreachable: true })
  asked.close()
})

test('a server that greets slowly still gets the mail', async () => {
  const greeting = Promise.withResolvers<undefined>()
  post.server.greetAfter(greeting.promise)
  await queue('buyer@example.com')
  const sending = sendMail(post.open())
  greeting.resolve(undefined)
  expect(await sending).toEqual({ kind: 'sent' })
})

test('a server gets a mail only if it offers the required TLS', async () => {
  await queue('buyer@example.com')
  const strict = post.open(HASTY, post.server.url.replace('smtp:', 'smtps:'))
  expect(await sendMail(strict)).toMatchObject({ kind: 'failed', error: { isUnreachable: true } })
  const upgrading = post.open(HASTY, `${post.server.url}?requireTLS=true`)
  post.time.pass(3600)
  expect(await sendMail(upgrading)).toMatchObject({ kind: 'failed', error: { isUnreachable: true } })
  expect(post.server.mails()).toEqual([])
  post.time.pass(3600)
  expect(await sendMail(post.open(HASTY))).toEqual({ kind: 'sent' })
})

test('an address that is always rejected is retried less and less often and delays no other mail', async () => {
  post.server.behave(({ stage, recipient }) =>
    stage === 'RCPT' && recipient === 'gone@example.com' ? 550 : null,
  )
  await queue('gone@example.com')
  for (let buyer = 0; buyer < 20; buyer++) await queue(`buyer${String(buyer)}@example.com`)
  await post.startWorker(post.open())
  await post.server.taken(20)
  await until(async () => (await rowOf('gone@example.com')).attempts === 1)

  // a restart of the server does not bring the retry of a rejected address forward
  await post.server.away()
  await queue('waiting@example.com')
  await until(async () => (await rowOf('waiting@example.com')).attempts === 1)
  await post.server.back()
  await queue('last@example.com')
  await post.server.taken(22)
  await until(async () => (await unsent()).length === 1)
  const gone = await rowOf('gone@example.com')
  expect(gone).toMatchObject({ attempts: 1, failed_as: 'refused', failed_reply: 550, sent_at: null })
  expect(gone.next_attempt_at).toEqual(new Date(post.time.clock().getTime() + 60_000))
  expect(await rowOf('waiting@example.com')).toMatchObject({ failed_as: null, attempts: 2 })
  expect(messageIds().size).toBe(22)
})

test('a server that refuses everything gets all mails once it takes one', async () => {
  post.server.behave(({ stage }) => (stage === 'MAIL' ? 451 : null))
  for (let buyer = 0; buyer < 6; buyer++) await queue(`buyer${String(buyer)}@example.com`)
  await post.startWorker(post.open())
  await until(async () => (await unsent()).every(({ failed_as }) => failed_as === 'refused'))
  expect(post.server.mails()).toEqual([])
  post.server.behave(() => null)
  // no time passes: none of them is due by itself
  await queue('next@example.com')
  await post.server.taken(7)
  expect(messageIds().size).toBe(7)
})

test('a recipient whose server does not respond delays no other mail, and the shop still stops', async () => {
  const slow = ['slow1@example.com', 'slow2@example.com']
  post.server.behave(({ stage, recipient }) =>
    stage === 'RCPT' && recipient !== null && slow.includes(recipient) ? 'stall' : null,
  )
  for (const recipient of slow) await queue(recipient)
  const worker = await post.startWorker(post.open(), { stopWithinMs: 20 })
  await post.server.reached('RCPT', 2)
  for (let buyer = 0; buyer < 10; buyer++) await queue(`buyer${String(buyer)}@example.com`)
  await post.server.taken(10)
  await worker.stop()
  for (const recipient of slow) {
    expect(await rowOf(recipient)).toMatchObject({ attempts: 1, failed_as: 'unreachable', sent_at: null })
  }

  post.server.behave(() => null)
  await post.startWorker(post.open())
  await post.server.taken(12)
  expect(messageIds().size).toBe(12)
})

test('a server that never responds is not tried again until it works, and then gets all mails at once', async () => {
  post.server.behave(({ stage }) => (stage === 'EHLO' ? 'stall' : null))
  for (let buyer = 0; buyer < 10; buyer++) await queue(`buyer${String(buyer)}@example.com`)
  await post.startWorker(post.open(HASTY))
  const tried = () => database.db.selectFrom('mails').select('id').where('attempts', '>', 0).execute()
  await until(async () => (await tried()).length >= 3)
  post.server.behave(() => null)
  post.time.pass(1)
  await queue('last@example.com')
  await post.server.taken(11)
  await until(async () => (await unsent()).length === 0)
  expect(messageIds().size).toBe(11)
})

const queue = (recipient: string) =>
  queueMail(database.db, {
    template: 'keys',
    facts: SAMPLE_ORDER,
    dedupeKey: `keys:${recipient}`,
    language: 'en',
    recipient,
  })

const rowOf = (recipient: string) =>
  database.db.selectFrom('mails').selectAll().where('recipient', '=', recipient).executeTakeFirstOrThrow()
const unsent = () =>
  database.db.selectFrom('mails').select(['id', 'failed_as']).where('sent_at', 'is', null).execute()
const messageIds = () => new Set(post.server.mails().map((mail) => mail.messageId))
