import { hashMailbox } from '#server/mail/hash-mailbox.ts'
import type { Bucket, Limits } from '#server/rate-limits/rate-limits.ts'

/** Whether the "how to pay" mail of an order may be sent, counted before the order is created. */
export interface MailQuota {
  readonly mayMail: boolean
  /** For an order that was not created. */
  giveBack(): Promise<void>
}

/**
 * Counts the "how to pay" mail of an order per mailbox, client and shop. The limits keep somebody from filling a mailbox,
 * or from sending mail to strangers in the shop's name, by entering their addresses. They affect neither the order nor its
 * mails about money, keys and refunds.
 *
 * @param client null for a program with a token.
 */
export async function takeMailQuota(
  limits: Limits,
  email: string,
  client: string | null,
): Promise<MailQuota> {
  const counters: readonly (readonly [Bucket, string])[] = [
    ...(client === null ? [] : [['order-mails-client', client] as const]),
    ['order-mails-mailbox', hashMailbox(email)],
    ['order-mails-shop', 'shop'],
  ]
  const taken: (typeof counters)[number][] = []
  const giveBack = async () => {
    for (const [bucket, who] of taken) await limits.giveBack(bucket, who)
  }
  for (const counter of counters) {
    const [bucket, who] = counter
    const { allowed } = await limits.take(bucket, who)
    taken.push(counter)
    if (allowed) continue
    // a mail that is not sent counts against nobody
    await giveBack()
    return { mayMail: false, giveBack: () => Promise.resolve() }
  }
  return { mayMail: true, giveBack }
}
