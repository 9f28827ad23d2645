import { describeError, type Log } from '#server/runtime/log.ts'
import { MAX_CONCURRENT_MAILS } from './mail-transport.ts'
import {
  isMailServerDown,
  isRefused,
  retryAllNow,
  sendMails,
  type SendMailDeps,
  type SendOutcome,
} from './send-mail.ts'

/** How many mails a sender takes at a time once its first was sent; it starts with one, so that others begin beside it. */
const TAKEN_MAX = 5

/** Fewer may be mailboxes that do not exist; after so many it is the server, and the first mail that it takes releases all. */
const REFUSED_IN_ROW = 3

/** What sends the mails of the outbox, several at once. */
export interface MailSenders {
  /** Sends what is due. */
  wakeUp(): void
  /** Waits for the mails being sent; after `withinMs` they are aborted. */
  stop(withinMs: number): Promise<void>
}

/**
 * Creates senders; each sends one mail after the other until none is due or the server is down. A sender that finds more
 * mails than its own starts the next one, so that one mail costs one look into the outbox.
 */
export function createMailSenders(outbox: SendMailDeps, log: Log): MailSenders {
  const abort = new AbortController()
  const senders = new Set<Promise<void>>()
  let free = MAX_CONCURRENT_MAILS
  let isStopping = false
  let isServerDown = false
  /** Mails in a row that the server refused. */
  let refusedInRow = 0
  /** Whether mails were announced while no sender was free. */
  let isAnnounced = false
  let lastAttempt = 0
  /** The number of the latest attempt that sent its mail. */
  let newestSent = 0

  /** @returns whether other mails have become due. */
  const report = async (outcome: SendOutcome, attempt: number): Promise<boolean> => {
    if (outcome.kind === 'failed') {
      const { kind: _failed, error, ...facts } = outcome
      log.warn({ ...facts, error: describeError(error) }, 'a mail could not be sent; it will be retried')
    }
    if (isRefused(outcome)) refusedInRow += 1
    if (outcome.kind !== 'sent') return false
    newestSent = Math.max(newestSent, attempt)
    const released = [
      ...(isServerDown ? (['unreachable'] as const) : []),
      ...(refusedInRow >= REFUSED_IN_ROW ? (['refused'] as const) : []),
    ]
    isServerDown = false
    refusedInRow = 0
    if (released.length === 0) return false
    await retryAllNow(outbox.db, released, outbox.clock())
    return true
  }

  /** Sends until no mail is due or the server is down. */
  const drain = async () => {
    let hasMore = true
    let most = 1
    while (!isStopping && (hasMore || isAnnounced)) {
      isAnnounced = false
      const numbers: number[] = []
      const onSending = () => numbers.push(++lastAttempt)
      const onClaimed = (isLast: boolean) => {
        hasMore = !isLast
        // senders are independent, so that one waiting for a stalled server does not block the others
        if (hasMore) start()
      }
      const options = { most, stop: abort.signal, onClaimed, onSending }
      const { outcomes, hasLeft } = await sendMails(outbox, options)
      if (outcomes.length === 0) hasMore = false
      if (hasLeft) hasMore = true
      for (const [at, outcome] of outcomes.entries()) {
        const attempt = numbers[at] ?? lastAttempt
        if (await report(outcome, attempt)) hasMore = true
        // if a mail started after this one was sent, the cause is this mail's recipient and not the server
        if (isMailServerDown(outcome) && newestSent < attempt) {
          isServerDown = true
          return
        }
      }
      most = TAKEN_MAX
    }
  }

  const send = async () => {
    try {
      await drain()
    } catch (error) {
      log.error({ error: describeError(error) }, 'the outbox could not be read; next attempt in a minute')
    }
  }

  const start = () => {
    if (free === 0 || isStopping) return
    free -= 1
    const sender = send()
    senders.add(sender)
    void sender.then(() => {
      senders.delete(sender)
      free += 1
      // announced after the sender had looked for the last time
      if (isAnnounced) start()
    })
  }

  const wakeUp = () => {
    isAnnounced = free === 0
    start()
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
