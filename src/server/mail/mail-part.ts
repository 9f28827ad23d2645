import type { Jobs } from '#server/db/jobs.ts'
import type { Listener } from '#server/db/listener.ts'
import { describeError, type Log } from '#server/log.ts'
import type { Part } from '#server/part.ts'
import { MAILS_AT_ONCE } from './mail-transport.ts'
import { isUnreachable, retryAllNow, sendMail, type Outbox, type SendOutcome } from './send-mail.ts'

export interface MailPartOptions extends Outbox {
  readonly log: Log
  /** Not started yet. The job is only a nudge: the rows are the truth, so losing it loses no mail. */
  readonly jobs: Pick<Jobs, 'work' | 'schedule'>
  readonly listener: Pick<Listener, 'subscribe'>
}

const JOB = 'mails'

/**
 * The part of the shop that empties the outbox: at start, whenever a mail is announced, and each minute. Stopping lets
 * the mails in flight finish.
 */
export function mailPart({ log, jobs, listener, ...outbox }: MailPartOptions): Part {
  let isStopping = false
  let isNudged = false
  let isAway = false
  let running: Promise<void> | null = null
  let unsubscribe: (() => void) | null = null

  const report = async (outcome: SendOutcome) => {
    if (outcome.kind === 'failed') {
      const { mailId, attempts, error } = outcome
      log.warn(
        { mailId, attempts, error: describeError(error) },
        'a mail did not leave and will be tried again',
      )
    }
    if (isUnreachable(outcome)) isAway = true
    if (outcome.kind === 'sent' && isAway) {
      isAway = false
      await retryAllNow(outbox.db, outbox.clock())
    }
  }

  const drain = async () => {
    for (;;) {
      if (isStopping) return
      const outcome = await sendMail(outbox)
      await report(outcome)
      if (outcome.kind === 'none' || isUnreachable(outcome)) return
    }
  }

  const shouldGoOn = () => isNudged && !isStopping

  const run = async () => {
    do {
      isNudged = false
      const ends = await Promise.allSettled(Array.from({ length: MAILS_AT_ONCE }, drain))
      for (const end of ends) {
        if (end.status === 'rejected') {
          log.error(
            { error: describeError(end.reason) },
            'the outbox could not be read; the next look is in a minute',
          )
        }
      }
    } while (shouldGoOn())
  }

  const nudge = () => {
    isNudged = true
    if (isStopping || running !== null) return
    running = run().finally(() => {
      running = null
    })
  }

  jobs.work(JOB, () => {
    nudge()
    return Promise.resolve()
  })
  jobs.schedule(JOB, '* * * * *')

  return {
    name: 'mail',
    start() {
      unsubscribe = listener.subscribe({
        announced: (topic) => {
          if (topic === 'mails') nudge()
        },
        rereadAll: nudge,
      })
      nudge()
      return Promise.resolve()
    },
    async stop() {
      isStopping = true
      unsubscribe?.()
      await running
      outbox.transport?.close()
    },
  }
}
