import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { createLog } from '#server/runtime/log.ts'
import { createTestDatabase } from '#test/database.ts'
import { testClock } from '#test/test-clock.ts'
import { SAMPLE_MAILS, SAMPLE_MAIL_SETTINGS } from '#test/sample-mails.ts'
import { createMailSenders } from './mail-senders.ts'
import { MAX_CONCURRENT_MAILS, smtpTransport } from './mail-transport.ts'
import { queueMail } from './queue-mail.ts'

test('announced once, all mails are sent, several at once; those announced while all senders are busy follow', async () => {
  const { db, close } = await createTestDatabase()
  const { promise: opened, resolve: open } = Promise.withResolvers<undefined>()
  let begun = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 500,
    onRcptTo: (_address, _session, done) => {
      begun += 1
      opened.then(() => done(), done)
    },
    onData: (stream, _session, done) => stream.resume().once('end', done),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const transport = smtpTransport(`smtp://127.0.0.1:${String(port)}`, 'Keyhold <shop@shop.example>')
  const senders = createMailSenders(
    { db, clock: testClock().clock, transport, settings: SAMPLE_MAIL_SETTINGS },
    createLog({ level: 'silent' }),
  )
  const queue = (name: string) =>
    queueMail(db, {
      ...SAMPLE_MAILS.received,
      dedupeKey: name,
      language: 'en',
      recipient: 'buyer@example.com',
    })
  const unsent = async () =>
    (await db.selectFrom('mails').select('id').where('sent_at', 'is', null).execute()).length
  try {
    for (const name of ['1', '2', '3', '4', '5']) await queue(name)
    senders.wakeUp()
    await expect.poll(() => begun).toBe(MAX_CONCURRENT_MAILS)
    for (const name of ['6', '7']) await queue(name)
    senders.wakeUp()
    open(undefined)
    await expect.poll(unsent).toBe(0)
    expect(begun).toBe(7)
    // a single one, with every sender free again
    await queue('8')
    senders.wakeUp()
    await expect.poll(unsent).toBe(0)
  } finally {
    open(undefined)
    await senders.stop(5000)
    transport.close()
    await new Promise<void>((resolve) => server.close(resolve))
    await close()
  }
})
