import { createHash, randomUUID } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { isSameMailbox } from '#server/formats/is-same-mailbox.ts'
import { hashMailbox } from '#server/mail/hash-mailbox.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { isLanguage } from '#shared/languages.ts'
import type { OrderPageDeps } from './order-page-deps.ts'

/** What the buyer enters to recover an order. */
export interface RecoverRequest {
  readonly email: string
  /** A UUID. */
  readonly paymentId: string
}

/** The outcome of {@link recoverOrder}. `done` does not reveal whether there is such an order. */
export type RecoverResult =
  { readonly kind: 'done' } | { readonly kind: 'too-often'; readonly retryAfterS: number }

/**
 * Queues a mail with the order's link if e-mail and invoice id belong together. Otherwise the answer and the work are the
 * same, so that timing reveals nothing: a mail is inserted, and deleted before the transaction ends.
 *
 * Limits are counted by client, by the pair that was entered, and by mailbox only if the pair belongs together: somebody
 * who knows an address but no order of it cannot keep its owner from recovering one. A mailbox over its limit gets no
 * further mail, and the answer stays the same.
 *
 * @param client from `clientOf(request)`.
 */
export async function recoverOrder(
  { db, limits }: Pick<OrderPageDeps, 'db' | 'limits'>,
  { email, paymentId }: RecoverRequest,
  client: string,
): Promise<RecoverResult> {
  for (const [bucket, who] of [
    ['recover', client] as const,
    ['recover-pair', hashPair(email, paymentId)] as const,
  ]) {
    const taken = await limits.take(bucket, who)
    if (!taken.allowed) return { kind: 'too-often', retryAfterS: taken.retryAfterS }
  }
  const order = await findOrder(db, paymentId)
  const isTheirs = order !== null && isSameMailbox(order.user_email, email)
  // a random mailbox in place of one that no mail goes to, so that the work is the same
  const mailbox = await limits.take('recover-mails', isTheirs ? hashMailbox(email) : randomUUID())
  await db.transaction().execute(async (tx) => {
    const locked = await lockOrderShared(tx, paymentId)
    const isStillTheirs = locked !== null && isSameMailbox(locked.user_email, email)
    await queueLink(tx, isStillTheirs && mailbox.allowed ? locked : null, email)
  })
  return { kind: 'done' }
}

function hashPair(email: string, paymentId: string): string {
  const pair = `${hashMailbox(email)} ${paymentId.toLowerCase()}`
  return createHash('sha256').update(pair).digest('hex').slice(0, 32)
}

async function findOrder(db: Db, id: string): Promise<Pick<PaymentRecord, 'user_email'> | null> {
  const order = await db.selectFrom('payments').select('user_email').where('id', '=', id).executeTakeFirst()
  return order ?? null
}

/** Locks the order so that it cannot be erased before this transaction ends: no mail may be queued after an erasure. */
async function lockOrderShared(tx: Db, id: string): Promise<PaymentRecord | null> {
  const order = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return order ?? null
}

async function queueLink(tx: Db, order: PaymentRecord | null, email: string): Promise<void> {
  const dedupeKey = `recover:${randomUUID()}`
  await queueMail(tx, {
    template: 'recover',
    facts: { paymentId: order?.id ?? randomUUID() },
    dedupeKey,
    language: order !== null && isLanguage(order.language) ? order.language : 'en',
    // the address stored with the order, never the one entered now
    recipient: order?.user_email ?? email,
    ...(order === null ? {} : { paymentId: order.id }),
  })
  await tx
    .deleteFrom('mails')
    .where('dedupe_key', '=', order === null ? dedupeKey : '')
    .execute()
}
