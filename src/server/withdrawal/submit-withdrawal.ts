import type { DbDeps } from '#server/db/db-deps.ts'
import { createHash } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { isSameMailbox } from '#server/formats/is-same-mailbox.ts'
import { hashMailbox } from '#server/mail/hash-mailbox.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { writeAcknowledgement, type Acknowledgement } from '#server/mail/write-acknowledgement.ts'
import { findPayment } from '#server/payments/open-order.ts'
import { mailOrder } from '#server/payments/mail-order.ts'
import { lockOrder } from '#server/payments/lock-order.ts'
import { orderFacts } from '#server/payments/order-facts.ts'
import { recordEvent } from '#server/payments/payment-event.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { settleInTransaction } from '#server/payments/settle-payment.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import type { FreezeChecks } from '#server/refunds/freeze-checks.ts'
import { requestRefund, type RefundTerms } from '#server/refunds/request-refund.ts'
import { isLanguage, type Language } from '#shared/languages.ts'
import type { FreezeState } from '#shared/orders-api.ts'
import type { WithdrawalEntries, WithdrawalOutcome, WithdrawalStatement } from '#shared/withdrawal.ts'

/** Dependencies of {@link submitWithdrawal}. */
export interface WithdrawalDeps extends DbDeps {
  readonly limits: Limits
  readonly terms: RefundTerms
  readonly freezeChecks: Pick<FreezeChecks, 'stateOfRefundAddress'>
  readonly gameTitle: string
  /** The studio's address, which gets the statements that need a person. */
  readonly supportEmail: string
}

/** A statement as a page submits it. */
export interface SubmittedWithdrawal extends WithdrawalEntries {
  /** A UUID that the page made: the same statement sent again is stored once. */
  readonly id: string
  /** The language of the page. */
  readonly language: Language
  readonly timeZone: string
}

/** The outcome of {@link submitWithdrawal}. `accepted` does not reveal whether there is such an order. */
export type SubmitWithdrawalResult =
  | { readonly kind: 'accepted'; readonly acknowledgement: Acknowledgement }
  | { readonly kind: 'too-often'; readonly retryAfterS: number }

/**
 * Receives a statement of withdrawal, in one transaction: stores it, does what it asks for and queues its acknowledgement
 * to the order's mailbox. Nobody signs in for it, so invoice id and e-mail address must belong together, the refund goes to
 * the order's own refund address, and the answer is the same if there is no such order: then the statement is stored too,
 * and the studio gets it by mail.
 *
 * @param client from `clientOf(request)`.
 */
export async function submitWithdrawal(
  deps: WithdrawalDeps,
  submitted: SubmittedWithdrawal,
  client: string,
): Promise<SubmitWithdrawalResult> {
  const { db, clock, limits, gameTitle } = deps
  for (const [bucket, who] of [
    ['withdrawals', client] as const,
    ['withdrawal-pair', hashPair(submitted)] as const,
  ]) {
    const taken = await limits.take(bucket, who)
    if (!taken.allowed) return { kind: 'too-often', retryAfterS: taken.retryAfterS }
  }
  const found = await findPayment(db, submitted.paymentId)
  const freeze = isOwn(found, submitted)
    ? await deps.freezeChecks.stateOfRefundAddress(found, undefined)
    : null
  const stored = await db.transaction().execute(async (tx) => {
    const earlier = await findStatement(tx, submitted.id)
    if (earlier !== null) return earlier
    const statement: WithdrawalStatement = { ...submitted, submittedAt: clock() }
    const locked = await lockOrder(tx, submitted.paymentId)
    const order = isOwn(locked, submitted) ? locked : null
    const outcome = order === null ? 'staff' : await carryOut(tx, deps, order, submitted, freeze)
    await storeStatement(tx, submitted, statement, order, outcome)
    if (order !== null) await mailBuyer(tx, order, statement, outcome)
    if (outcome === 'staff') await mailStudio(tx, deps, submitted.id, statement)
    return { statement, language: submitted.language }
  })
  const acknowledgement = writeAcknowledgement(stored.statement, stored.language, gameTitle)
  return { kind: 'accepted', acknowledgement }
}

/** The acknowledgement of a stored statement; null if there is none with this id. */
export async function readAcknowledgement(
  { db, gameTitle }: Pick<WithdrawalDeps, 'db' | 'gameTitle'>,
  id: string,
): Promise<Acknowledgement | null> {
  const stored = await findStatement(db, id)
  return stored === null ? null : writeAcknowledgement(stored.statement, stored.language, gameTitle)
}

function hashPair({ email, paymentId }: WithdrawalEntries): string {
  return createHash('sha256')
    .update(`${hashMailbox(email)} ${paymentId}`)
    .digest('hex')
    .slice(0, 32)
}

function isOwn(order: PaymentRecord | null, { email }: WithdrawalEntries): order is PaymentRecord {
  return order !== null && isSameMailbox(order.user_email, email)
}

interface StoredStatement {
  readonly statement: WithdrawalStatement
  readonly language: Language
}

async function findStatement(tx: Db, id: string): Promise<StoredStatement | null> {
  const row = await tx.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) return null
  return {
    statement: {
      name: row.name ?? '',
      email: row.email ?? '',
      paymentId: row.invoice_id,
      copies: row.copies,
      submittedAt: row.submitted_at,
      timeZone: row.time_zone,
    },
    language: isLanguage(row.language) ? row.language : 'en',
  }
}

/** Does what a statement asks for. What cannot be done as stated is left to staff. */
async function carryOut(
  tx: Db,
  deps: WithdrawalDeps,
  order: PaymentRecord,
  { copies }: WithdrawalEntries,
  freeze: FreezeState | null,
): Promise<WithdrawalOutcome> {
  const now = deps.clock()
  if (order.status === 'refunded' || order.withdrawn_at !== null) return 'already'
  if (order.status === 'confirmed' || order.delivered_at !== null) {
    const request = { orderId: order.id, askedBy: 'buyer', actorId: null, reason: '', freeze } as const
    const asked = await requestRefund(tx, { ...request, quantity: copies ?? undefined }, deps.terms, now)
    if (asked.kind === 'refused') return 'staff'
    return asked.kind === 'asked' ? 'refund' : 'already'
  }
  // the whole order or nothing: copies of an order that is not confirmed have no price yet
  if (copies !== null && copies !== order.quantity) return 'staff'
  await tx.updateTable('payments').set({ withdrawn_at: now }).where('id', '=', order.id).execute()
  await recordEvent(tx, order.id, now, 'withdrawn')
  const { policy } = deps.terms
  const { status } = await settleInTransaction(tx, { clock: () => now, policy }, order.id)
  return status === 'expired' ? 'closed' : 'later'
}

async function storeStatement(
  tx: Db,
  { id, language }: SubmittedWithdrawal,
  { name, email, copies, submittedAt, timeZone, paymentId }: WithdrawalStatement,
  order: PaymentRecord | null,
  outcome: WithdrawalOutcome,
): Promise<void> {
  await tx
    .insertInto('withdrawals')
    .values({
      id,
      submitted_at: submittedAt,
      payment_id: order?.id ?? null,
      invoice_id: paymentId,
      name,
      email,
      copies,
      language,
      time_zone: timeZone,
      outcome,
    })
    .execute()
}

async function mailBuyer(
  tx: Db,
  order: PaymentRecord,
  statement: WithdrawalStatement,
  outcome: WithdrawalOutcome,
): Promise<void> {
  const { name, email, copies, timeZone } = statement
  const submittedAt = statement.submittedAt.toISOString()
  const facts = { ...orderFacts(order), name, email, copies, submittedAt, timeZone, outcome }
  await mailOrder(tx, order, { template: 'withdrawal', facts }, `withdrawal:${order.id}:${submittedAt}`)
}

async function mailStudio(
  tx: Db,
  { gameTitle, supportEmail }: WithdrawalDeps,
  id: string,
  statement: WithdrawalStatement,
): Promise<void> {
  const { name, email } = statement
  await queueMail(tx, {
    dedupeKey: `withdrawal-staff:${id}`,
    template: 'support',
    language: 'en',
    recipient: supportEmail,
    replyTo: email,
    facts: { name, email, message: writeAcknowledgement(statement, 'en', gameTitle).text },
  })
}
