import type { Jobs } from '#server/db/jobs.ts'
import type { Listener } from '#server/db/listener.ts'
import type { Log } from '#server/runtime/log.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { createMailSenders } from './mail-senders.ts'
import { retryAllNow, type SendMailDeps } from './send-mail.ts'

export interface MailWorkerDeps extends SendMailDeps {
  readonly log: Log
  /** Not started yet. The job only wakes the worker: the rows of the outbox decide, so a lost job loses no mail. */
  readonly jobs: Pick<Jobs, 'work' | 'schedule'>
  readonly listener: Pick<Listener, 'subscribe'>
  /** How long `stop` waits for the mails being sent. */
  readonly stopWithinMs?: number
}

const JOB = 'mails'
const STOP_WITHIN_MS = 5000

/**
 * Creates the background worker that sends the mails of the outbox: at start, when a mail is announced, and every
 * minute. Stopping waits for the mails being sent, unless their server stalls: then they are aborted, and sent again
 * after the next start.
 */
export function createMailWorker({
  log,
  jobs,
  listener,
  stopWithinMs = STOP_WITHIN_MS,
  ...outbox
}: MailWorkerDeps): BackgroundWorker {
  const senders = createMailSenders(outbox, log)
  let unsubscribe: (() => void) | null = null

  jobs.work(JOB, () => {
    senders.wakeUp()
    return Promise.resolve()
  })
  jobs.schedule(JOB, '* * * * *')

  return {
    name: 'mail',
    async start() {
      unsubscribe = listener.subscribe({
        announced: (topic) => {
          if (topic === 'mails') senders.wakeUp()
        },
        rereadAll: () => {
          senders.wakeUp()
        },
      })
      await retryAllNow(outbox.db, outbox.clock())
      senders.wakeUp()
    },
    async stop() {
      unsubscribe?.()
      await senders.stop(stopWithinMs)
      outbox.transport?.close()
    },
  }
}
