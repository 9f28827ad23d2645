import { describeError, type Log } from '#server/runtime/log.ts'
import { MAX_CONCURRENT_MAILS } from './mail-transport.ts'
import { isMailServerDown, retryAllNow, sendMail, type SendMailDeps, type SendOutcome } from './send-mail.ts'

/** What sends the mails of the outbox, several at once. */
export interface MailSenders {
  /** Sends what is due. */
  wakeUp(): void
  /** Waits for the mails being sent; after `withinMs` they are aborted. */
  stop(withinMs: number): Promise<void>
}

/** Creates senders; each sends one mail after the other until none is due or the server is down. */
export function createMailSenders(outbox: SendMailDeps, log: Log): MailSenders {
  const abort = new AbortController()
  const senders = new Set<Promise<void>>()
  let free = MAX_CONCURRENT_MAILS
  let isStopping = false
  let isServerDown = false
  let wakeUps = 0
  let lastAttempt = 0
  /** The number of the latest attempt that sent its mail. */
  let newestSent = 0

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

  return {
    wakeUp,
    async stop(withinMs) {
      isStopping = true
      const timer = setTimeout(() => {
        abort.abort()
      }, withinMs)
      await Promise.all(senders)
      clearTimeout(timer)
    },
  }
}
