import type { Listener } from '#server/db/listener.ts'
import type { Log } from '#server/runtime/log.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { createIntervalWorker } from '#server/runtime/interval-worker.ts'
import { createMailSenders } from './mail-senders.ts'
import { retryAllNow, type SendMailDeps } from './send-mail.ts'

export interface MailWorkerDeps extends SendMailDeps {
  readonly log: Log
  /** Announcements only wake the worker: the rows of the outbox decide, so a lost one loses no mail. */
  readonly listener: Pick<Listener, 'subscribe'>
  readonly everyMs?: number
  /** How long `stop` waits for the mails being sent. */
  readonly stopWithinMs?: number
}

/** For retries, and for announcements that were lost. */
const EVERY_MS = 60_000
const STOP_WITHIN_MS = 5000

/**
 * Creates the background worker that sends the mails of the outbox: at start, when a mail is announced, and every
 * minute. Stopping waits for the mails being sent, unless their server stalls: then they are aborted, and sent again
 * after the next start.
 */
export function createMailWorker({
  log,
  listener,
  everyMs = EVERY_MS,
  stopWithinMs = STOP_WITHIN_MS,
  ...outbox
}: MailWorkerDeps): BackgroundWorker {
  const senders = createMailSenders(outbox, log)
  return createIntervalWorker({
    name: 'mail',
    everyMs,
    firstAfterMs: 0,
    wokenBy: { topic: 'mails', listener },
    before: () => retryAllNow(outbox.db, ['unreachable', 'refused'], outbox.clock()),
    work: async () => senders.wakeUp(),
    after: async () => {
      await senders.stop(stopWithinMs)
      outbox.transport?.close()
    },
    log,
    onFailure: 'mails could not be sent; will retry',
  })
}
