import type { Jobs } from '#server/db/jobs.ts'
import type { Listener } from '#server/db/listener.ts'
import { describeError, type Log } from '#server/runtime/log.ts'
import type { BackgroundWorker } from '#server/runtime/background-worker.ts'
import { MAILS_AT_ONCE } from './mail-transport.ts'
import { isUnreachable, retryAllNow, sendMail, type Outbox, type SendOutcome } from './send-mail.ts'

export interface MailWorkerDeps extends Outbox {
  readonly log: Log
  /** Not started yet. The job is only a nudge: the rows are the truth, so losing it loses no mail. */
  readonly jobs: Pick<Jobs, 'work' | 'schedule'>
  readonly listener: Pick<Listener, 'subscribe'>
  /** How long stopping waits for the mails in flight. */
  readonly stopWithinMs?: number
}

const JOB = 'mails'
const STOP_WITHIN_MS = 5000

/**
 * The background worker that empties the outbox: at start, whenever a mail is announced, and each minute. Stopping lets
 * the mails in flight finish, unless their server is stalled: then they are cut, and sent again after the next start.
 */
export function createMailWorker({
  log,
  jobs,
  listener,
  stopWithinMs = STOP_WITHIN_MS,
  ...outbox
}: MailWorkerDeps): BackgroundWorker {
  const cut = new AbortController()
  const senders = new Set<Promise<void>>()
  let free = MAILS_AT_ONCE
  let isStopping = false
  let isAway = false
  let nudges = 0
  let begun = 0
  /** The latest begun of those that were sent. */
  let newestSent = 0
  let unsubscribe: (() => void) | null = null

  const report = async (outcome: SendOutcome, turn: number) => {
    if (outcome.kind === 'failed') {
      const { mailId, attempts, error } = outcome
      log.warn(
        { mailId, attempts, error: describeError(error) },
        'a mail did not leave and will be tried again',
      )
    }
    if (outcome.kind !== 'sent') return
    newestSent = Math.max(newestSent, turn)
    if (!isAway) return
    isAway = false
    await retryAllNow(outbox.db, outbox.clock())
  }

  /** Sends until nothing is due, or the server is away. */
  const drain = async () => {
    while (!isStopping) {
      const nudgesBefore = nudges
      const turn = ++begun
      const outcome = await sendMail(outbox, cut.signal)
      await report(outcome, turn)
      if (outcome.kind === 'none' && nudges === nudgesBefore) return
      // where a mail begun after this one went, it was not the server but this mail's recipient
      if (isUnreachable(outcome) && newestSent < turn) {
        isAway = true
        return
      }
    }
  }

  const send = async () => {
    try {
      await drain()
    } catch (error) {
      log.error({ error: describeError(error) }, 'the outbox could not be read; the next look is in a minute')
    } finally {
      free += 1
    }
  }

  // Each sender ends by itself, so that one that waits for a stalled server keeps the others from nothing.
  const nudge = () => {
    nudges += 1
    for (; free > 0 && !isStopping; free--) {
      const sender = send()
      senders.add(sender)
      void sender.then(() => senders.delete(sender))
    }
  }

  jobs.work(JOB, () => {
    nudge()
    return Promise.resolve()
  })
  jobs.schedule(JOB, '* * * * *')

  return {
    name: 'mail',
    async start() {
      unsubscribe = listener.subscribe({
        announced: (topic) => {
          if (topic === 'mails') nudge()
        },
        rereadAll: nudge,
      })
      await retryAllNow(outbox.db, outbox.clock())
      nudge()
    },
    async stop() {
      isStopping = true
      unsubscribe?.()
      const timer = setTimeout(() => {
        cut.abort()
      }, stopWithinMs)
      await Promise.all(senders)
      clearTimeout(timer)
      outbox.transport?.close()
    },
  }
}
