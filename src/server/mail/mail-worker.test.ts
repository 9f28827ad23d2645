import { expect, test } from 'vitest'
import { useTestDatabase } from '#test/use-test-database.ts'
import { useOutbox } from '#test/use-outbox.ts'
import { KEYS, SAMPLE_MAIL_SETTINGS, SAMPLE_ORDER } from '#test/sample-mails.ts'
import { MAX_CONCURRENT_MAILS } from './mail-transport.ts'
import { queueMail } from './queue-mail.ts'

const database = useTestDatabase({ isFreshPerTest: true })
const post = useOutbox(database, { ...SAMPLE_MAIL_SETTINGS, readKeys: () => Promise.resolve(KEYS) })

const queueKeys = (dedupeKey: string) =>
  queueMail(database.db, {
    template: 'keys',
    facts: SAMPLE_ORDER,
    dedupeKey,
    language: 'en',
    recipient: 'buyer@example.com',
  })

test('the worker sends due mails at start and on an announcement, and stopping waits for the mail being sent', async () => {
  const gate = Promise.withResolvers<undefined>()
  post.server.greetAfter(gate.promise)
  await queueKeys('keys:1')
  const worker = await post.startWorker(post.open())
  await post.server.connected()
  for (let more = 2; more < 6; more++) await queueKeys(`keys:${String(more)}`)
  const stopped = worker.stop()
  gate.resolve(undefined)
  await stopped
  const sent = await database.db.selectFrom('mails').selectAll().where('sent_at', 'is not', null).execute()
  expect(sent).toHaveLength(post.server.mails().length)
  expect(post.server.mails().length).toBeGreaterThanOrEqual(1)
  expect(post.server.mails().length).toBeLessThanOrEqual(MAX_CONCURRENT_MAILS)
})

// holds I3
test('mails that waited for the mail server are sent as soon as it is back', async () => {
  await post.server.away()
  await queueKeys('keys:1')
  await post.startWorker(post.open())
  await expect
    .poll(() => database.db.selectFrom('mails').select('attempts').executeTakeFirst())
    .toEqual({ attempts: 1 })
  await post.server.back()
  post.time.pass(1)
  await queueKeys('keys:2')
  await post.server.taken(2)
})

test('the look of each minute sends a mail whose announcement was missed', async () => {
  await post.startWorker(post.open(), { everyMs: 20 })
  await queueKeys('keys:1')
  await post.server.taken(1)
  await database.db
    .updateTable('mails')
    .set({ sent_at: null, next_attempt_at: new Date(post.time.clock().getTime() + 60_000) })
    .execute()
  post.time.pass(60)
  await post.server.taken(2)
})
