import type { Log } from '#server/log.ts'
import { MAILS_AT_ONCE } from './mail-transport.ts'
import { isUnreachable, retryAllNow, sendMail, type Outbox, type SendOutcome } from './send-mail.ts'

export interface MailPart {
  /** Sends what is due now, and looks again each minute. */
  start(): void
  /** Sends what is due soon; called on the announcement `mails` and by the job. */
  nudge(): void
  /** Lets the mails in flight finish, then closes the transport. */
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 60_000

/** The part of the shop that empties the outbox. */
export function mailPart(outbox: Outbox, log: Log): MailPart {
  let isStopping = false
  let isNudged = false
  let isAway = false
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null

  const report = async (outcome: SendOutcome) => {
    if (outcome.kind === 'failed') {
      const { mailId, attempts, error } = outcome
      log.warn({ mailId, attempts, error: error.message }, 'a mail was not accepted and will be tried again')
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

  const run = async () => {
    do {
      isNudged = false
      const ends = await Promise.allSettled(Array.from({ length: MAILS_AT_ONCE }, drain))
      for (const end of ends) {
        if (end.status === 'rejected') {
          log.error(
            { error: end.reason as unknown },
            'the outbox could not be read; the next look is in a minute',
          )
        }
      }
    } while (isNudged && !isStopping)
  }

  const nudge = () => {
    isNudged = true
    if (isStopping || running !== null) return
    running = run().finally(() => {
      running = null
    })
  }

  return {
    start() {
      timer = setInterval(nudge, LOOK_EVERY_MS)
      nudge()
    },
    nudge,
    async stop() {
      isStopping = true
      if (timer !== null) clearInterval(timer)
      await running
      outbox.transport?.close()
    },
  }
}
