import type { Jobs } from '#server/db/jobs.ts'
import type { Listener } from '#server/db/listener.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { MAX_CONCURRENT_MAILS } from './mail-transport.ts'
import { isMailServerDown, retryAllNow, sendMail, type SendMailDeps, type SendOutcome } from './send-mail.ts'

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
  const abort = new AbortController()
  const senders = new Set<Promise<void>>()
  let free = MAX_CONCURRENT_MAILS
  let isStopping = false
  let isServerDown = false
  let wakeUps = 0
  let lastAttempt = 0
  /** The number of the latest attempt that sent its mail. */
  let newestSent = 0
  let unsubscribe: (() => void) | null = null

  const report = async (outcome: SendOutcome, attempt: number) => {
    if (outcome.kind === 'failed') {
      const { mailId, attempts, error } = outcome
      log.warn(
        { mailId, attempts, error: describeError(error) },
        'a mail could not be sent; it will be retried',
      )
    }
    if (outcome.kind !== 'sent') return
    newestSent = Math.max(newestSent, attempt)
    if (!isServerDown) return
    isServerDown = false
    await retryAllNow(outbox.db, outbox.clock())
  }

  /** Sends until no mail is due or the server is down. */
  const drain = async () => {
    while (!isStopping) {
      const wakeUpsBefore = wakeUps
      const attempt = ++lastAttempt
      const outcome = await sendMail(outbox, abort.signal)
      await report(outcome, attempt)
      if (outcome.kind === 'none' && wakeUps === wakeUpsBefore) return
      // if a mail started after this one was sent, the cause is this mail's recipient and not the server
      if (isMailServerDown(outcome) && newestSent < attempt) {
        isServerDown = true
        return
      }
    }
  }

  const send = async () => {
    try {
      await drain()
    } catch (error) {
      log.error({ error: describeError(error) }, 'the outbox could not be read; next attempt in a minute')
    } finally {
      free += 1
    }
  }

  // Senders are independent, so that one waiting for a stalled server does not block the others.
  const wakeUp = () => {
    wakeUps += 1
    for (; free > 0 && !isStopping; free--) {
      const sender = send()
      senders.add(sender)
      void sender.then(() => senders.delete(sender))
    }
  }

  jobs.work(JOB, () => {
    wakeUp()
    return Promise.resolve()
  })
  jobs.schedule(JOB, '* * * * *')

  return {
    name: 'mail',
    async start() {
      unsubscribe = listener.subscribe({
        announced: (topic) => {
          if (topic === 'mails') wakeUp()
        },
        rereadAll: wakeUp,
      })
      await retryAllNow(outbox.db, outbox.clock())
      wakeUp()
    },
    async stop() {
      isStopping = true
      unsubscribe?.()
      const timer = setTimeout(() => {
        abort.abort()
      }, stopWithinMs)
      await Promise.all(senders)
      clearTimeout(timer)
      outbox.transport?.close()
    },
  }
}
