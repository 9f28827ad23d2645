import { randomUUID } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { isLanguage } from '#shared/languages.ts'
import { hashEmailAddress } from './hash-email-address.ts'
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
 * @param client from `clientOf(request)`.
 */
export async function recoverOrder(
  { db, limits }: Pick<OrderPageDeps, 'db' | 'limits'>,
  { email, paymentId }: RecoverRequest,
  client: string,
): Promise<RecoverResult> {
  for (const [bucket, who] of [
    ['recover', client] as const,
    ['recover-address', hashEmailAddress(email)] as const,
  ]) {
    const taken = await limits.take(bucket, who)
    if (!taken.allowed) return { kind: 'too-often', retryAfterS: taken.retryAfterS }
  }
  await db.transaction().execute(async (tx) => {
    const order = await lockOrderShared(tx, paymentId)
    const isTheirs = order !== null && isSameAddress(order.user_email, email)
    await queueLink(tx, isTheirs ? order : null, email)
  })
  return { kind: 'done' }
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
    facts: { paymentId: order?.id ?? randomUUID(), orderSecret: order?.order_secret ?? randomUUID() },
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

function isSameAddress(stored: string | null, typed: string): boolean {
  return stored !== null && stored.trim().toLowerCase() === typed.trim().toLowerCase()
}
