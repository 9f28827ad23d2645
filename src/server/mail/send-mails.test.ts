import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '#test/use-test-database.ts'
import { SAMPLE_MAILS, SAMPLE_MAIL_SETTINGS } from '#test/sample-mails.ts'
import { testClock } from '#test/test-clock.ts'
import { MailRefusedError } from './mail-refused-error.ts'
import { queueMail, queueMails, type QueuedMail } from './queue-mail.ts'
import { writeMail } from './write-mail.ts'
import { sendMails, type SendMailDeps } from './send-mail.ts'
import { LANGUAGES, type Language } from '#shared/languages.ts'

const database = useTestDatabase()
let outbox: SendMailDeps
/** To whom mails were sent. */
let sentTo: string[]
let refused: ReadonlySet<string>
beforeEach(async () => {
  await database.db.deleteFrom('mails').execute()
  sentTo = []
  refused = new Set()
  outbox = {
    db: database.db,
    clock: testClock().clock,
    transport: {
      send: ({ recipient }) => {
        if (refused.has(recipient)) return Promise.reject(new MailRefusedError(550, 'unknown'))
        sentTo.push(recipient)
        return Promise.resolve()
      },
      verify: () => Promise.resolve(),
      close: () => undefined,
    },
    settings: { ...SAMPLE_MAIL_SETTINGS, readKeys: () => Promise.resolve(['ABCD-EFGH-JKLM-NPQR']) },
  }
})

const mailTo = (name: string): QueuedMail => ({
  ...SAMPLE_MAILS.received,
  dedupeKey: name,
  language: 'en',
  recipient: `${name}@example.com`,
})
const queue = (...names: readonly string[]) => queueMails(database.db, names.map(mailTo))
const unsent = async () =>
  (await database.db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute()).length

test('several mails are sent and recorded together, and whether more are due is told before', async () => {
  await queue('a', 'b', 'c')
  const told: boolean[] = []
  const onClaimed = (isLast: boolean) => told.push(isLast)
  const both = { outcomes: [{ kind: 'sent' }, { kind: 'sent' }], hasLeft: false }
  expect(await sendMails(outbox, { most: 2, onClaimed })).toEqual(both)
  expect(await unsent()).toBe(1)
  expect(await sendMails(outbox, { most: 2, onClaimed })).toMatchObject({ outcomes: [{ kind: 'sent' }] })
  expect(await sendMails(outbox, { most: 2, onClaimed })).toEqual({ outcomes: [], hasLeft: false })
  expect(told).toEqual([false, true])
  expect(sentTo.sort()).toEqual(['a@example.com', 'b@example.com', 'c@example.com'])
})

test('a buyer whose language is no longer offered gets mails in the first language, staff in their own', async () => {
  const subjects: string[] = []
  const transport: SendMailDeps['transport'] = {
    send: ({ subject }) => Promise.resolve(void subjects.push(subject)),
    verify: () => Promise.resolve(),
    close: () => undefined,
  }
  const sendWith = async (languages: readonly Language[]) => {
    subjects.length = 0
    await database.db.updateTable('mails').set({ sent_at: null }).execute()
    await sendMails({ ...outbox, transport, settings: { ...outbox.settings, languages } }, { most: 2 })
    return [...subjects].sort()
  }
  const alert = {
    template: 'alert',
    facts: { kind: 'lost-payment', subject: 'shop', raisedAt: '2026-01-02T03:04:05.000Z' },
  } as const
  const staff = { dedupeKey: 'staff', language: 'en', recipient: 'staff@example.com' } as const
  await queueMails(database.db, [
    { ...mailTo('a'), language: 'fr' },
    { ...alert, ...staff },
  ])
  const write = (language: Language) => writeMail(SAMPLE_MAILS.received, language, outbox.settings).subject
  const { subject: toStaff } = writeMail(alert, 'en', outbox.settings)
  expect(await sendWith(LANGUAGES)).toEqual([write('fr'), toStaff].sort())
  expect(await sendWith(['de', 'ar'])).toEqual([write('de'), toStaff].sort())
})

test('a mail that fails ends the round: those before it are recorded, and none is sent twice', async () => {
  await queue('a')
  await queue('b')
  await queue('c')
  refused = new Set(['b@example.com'])
  expect(await sendMails(outbox, { most: 3 })).toMatchObject({
    outcomes: [{ kind: 'sent' }, { kind: 'failed', attempts: 1 }],
    hasLeft: true,
  })
  expect(await sendMails(outbox, { most: 3 })).toMatchObject({ outcomes: [{ kind: 'sent' }], hasLeft: false })
  expect(sentTo).toEqual(['a@example.com', 'c@example.com'])
  const failed = await database.db
    .selectFrom('mails')
    .select(['dedupe_key', 'attempts', 'failed_as', 'failed_reply'])
    .where('sent_at', 'is', null)
    .execute()
  expect(failed).toEqual([{ dedupe_key: 'b', attempts: 1, failed_as: 'refused', failed_reply: 550 }])
})

test('a mail whose content cannot be read keeps no other from being sent', async () => {
  await queueMail(database.db, {
    template: 'keys',
    facts: SAMPLE_MAILS.received.facts,
    dedupeKey: 'keys',
    language: 'en',
    recipient: 'keys@example.com',
  })
  await queue('a')
  const settings = { ...outbox.settings, readKeys: () => Promise.reject(new Error('no secret')) }
  const unreadable = { ...outbox, settings }
  expect(await sendMails(unreadable, { most: 2 })).toMatchObject({
    outcomes: [{ kind: 'failed' }],
    hasLeft: true,
  })
  expect(await sendMails(unreadable, { most: 2 })).toMatchObject({ outcomes: [{ kind: 'sent' }] })
  expect(sentTo).toEqual(['a@example.com'])
})

test('mails with keys wait until a recovery is finished, others do not', async () => {
  const { keys, ...facts } = SAMPLE_MAILS.keys.facts
  expect(keys).not.toHaveLength(0)
  await queueMail(database.db, {
    template: 'keys',
    facts,
    dedupeKey: 'keys',
    language: 'en',
    recipient: 'keys@example.com',
  })
  await queue('a')
  const recovery = await database.db
    .insertInto('recoveries')
    .values({
      started_at: new Date(),
      cause: 'older',
      previous_database_id: '00000000-0000-4000-8000-000000000001',
      lost_since: new Date(),
      reserved: '{}',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sendMails(outbox, { most: 5 })
  expect(sentTo).toEqual(['a@example.com'])
  await database.db.deleteFrom('recoveries').where('id', '=', recovery.id).execute()
  await sendMails(outbox, { most: 5 })
  expect(sentTo).toEqual(['a@example.com', 'keys@example.com'])
})
