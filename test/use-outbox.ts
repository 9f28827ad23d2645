import { afterEach, beforeEach } from 'vitest'
import type { Db } from '#server/db/database.ts'
import { createListener } from '#server/db/listener.ts'
import { smtpTransport, type SmtpTimeouts } from '#server/mail/mail-transport.ts'
import type { MailSettings } from '#server/mail/mail-draft.ts'
import { createMailWorker, type MailWorkerDeps } from '#server/mail/mail-worker.ts'
import type { SendMailDeps } from '#server/mail/send-mail.ts'
import { createLog } from '#server/runtime/log.ts'
import { startFaultyMailServer, type FaultyMailServer } from './faulty-mail-server.ts'
import { testClock } from './test-clock.ts'

/** Longer than any test waits: a slow machine must not look like a silent server. */
const PATIENT: SmtpTimeouts = { connectMs: 5000, handOverMs: 60_000, answerMs: 60_000 }

/** A mail server that can fail and a clock, new for each test, and what sends the mails of a database to the server. */
export function useOutbox(database: { readonly db: Db; readonly url: string }, settings: MailSettings) {
  let server: FaultyMailServer
  let time: ReturnType<typeof testClock>
  beforeEach(async () => {
    server = await startFaultyMailServer()
    time = testClock()
  })
  const ends: (() => Promise<void> | void)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
    await server.close()
  })
  return {
    get server() {
      return server
    },
    get time() {
      return time
    },
    open(times = PATIENT, url = server.url): SendMailDeps {
      const transport = smtpTransport(url, 'Keyhold <shop@shop.example>', times)
      ends.push(() => {
        transport.close()
      })
      return { db: database.db, clock: time.clock, transport, settings }
    },
    /** Starts the worker as the shop does: announcements trigger it, and every minute. */
    async startWorker(outbox: SendMailDeps, options: Pick<MailWorkerDeps, 'everyMs' | 'stopWithinMs'> = {}) {
      const log = createLog({ level: 'error', write: () => undefined })
      const listener = createListener({ url: database.url, log })
      const worker = createMailWorker({ ...outbox, log, listener, ...options })
      await listener.start()
      await worker.start()
      ends.push(async () => {
        await worker.stop()
        await listener.stop()
      })
      return worker
    },
  }
}
