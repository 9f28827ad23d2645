import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { ReviewReason, SendFacts } from '#server/mail/mail-facts.ts'
import { TOP_UP_S } from '#shared/constants.ts'
import { formatAmount, type Atoms } from '#shared/money.ts'
import type { Evidence, PaymentFlag, StatusDecision } from '#shared/payment-status.ts'
import { mailOrder, type OrderMail } from './mail-order.ts'
import { orderFacts } from './order-facts.ts'
import { railOfRecord, remainingOf, type PaymentRecord } from './payment-record.ts'

/** What a buyer should hear of a decision; beside it, keys and refunds have mails of their own. */
export type BuyerNotice =
  | { readonly kind: 'short' }
  | { readonly kind: 'late'; readonly outcome: 'counts' | 'decision' }
  | { readonly kind: 'review'; readonly reason: ReviewReason }
  | { readonly kind: 'nothing' }

const NOTHING: BuyerNotice = { kind: 'nothing' }
/** Of one order; who sends a hundred crumbs has no hundred mails sent to its buyer. */
const SHORT_MAILS_MAX = 5

/**
 * What is worth a mail. Only what lies in a block is told, and while anything that counts is still on its way nothing is
 * said to be missing: the rest may be the second half of one payment. An order that has its keys hears no more.
 *
 * @param record as it was before the decision.
 */
export function noticeFor(
  record: Pick<PaymentRecord, 'delivered_at'>,
  { status, flags, confirmations }: StatusDecision,
  { sightings }: Evidence,
): BuyerNotice {
  if (record.delivered_at !== null) return NOTHING
  if (status === 'partial') {
    const own = sightings.filter((one) => one.kind === 'rail')
    return own.every((one) => one.blockAt !== null) ? { kind: 'short' } : NOTHING
  }
  if (status === 'review') return reviewNotice(flags)
  const isTaken = status === 'detected' || status === 'confirmed'
  const counts = isTaken && confirmations > 0 && flags.includes('late') && !flags.includes('manual')
  return counts ? { kind: 'late', outcome: 'counts' } : NOTHING
}

function reviewNotice(flags: readonly PaymentFlag[]): BuyerNotice {
  const isShort = flags.includes('underpaid')
  if (flags.includes('wrong_network')) return { kind: 'review', reason: 'wrong-network' }
  if (flags.includes('wrong_token')) return { kind: 'review', reason: 'wrong-token' }
  if (flags.includes('late') && !isShort) return { kind: 'late', outcome: 'decision' }
  return { kind: 'review', reason: isShort ? 'short' : 'other' }
}

/**
 * Queues the mail about a decision, in the transaction that writes it; one mail for each reason, whatever the chain takes
 * back and brings again. Each amount that is missing is a reason of its own.
 *
 * @param record with what was decided.
 */
export async function mailNotice(tx: Db, record: PaymentRecord, notice: BuyerNotice): Promise<void> {
  const facts = orderFacts(record)
  switch (notice.kind) {
    case 'nothing':
      return
    case 'short':
      return mailShortNotice(tx, record)
    case 'late': {
      const mail: OrderMail = { template: 'late', facts: { ...facts, outcome: notice.outcome } }
      return mailOrder(tx, record, mail, `late:${record.id}:${notice.outcome}`)
    }
    case 'review': {
      const mail: OrderMail = { template: 'review', facts: { ...facts, reason: notice.reason } }
      return mailOrder(tx, record, mail, `review:${record.id}:${notice.reason}`)
    }
  }
}

async function mailShortNotice(tx: Db, record: PaymentRecord): Promise<void> {
  const missing = remainingOf(record)
  const told = await tx
    .selectFrom('mails')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('payment_id', '=', record.id)
    .where('template', '=', 'short')
    .executeTakeFirstOrThrow()
  if (told.count >= SHORT_MAILS_MAX) return
  const { decimals } = railOfRecord(record)
  const facts = {
    ...orderFacts(record),
    ...paymentInstructions(record, new Date(record.expires_at.getTime() + TOP_UP_S * 1000)),
    arrived: formatAmount(record.received_atoms as Atoms, decimals),
    missing: formatAmount(missing, decimals),
  }
  await mailOrder(tx, record, { template: 'short', facts }, `short:${record.id}:${String(missing)}`)
}

/** Where to send money for an order, and until when. */
export function paymentInstructions(record: PaymentRecord, until: Date): SendFacts {
  return {
    paymentAddress: record.payment_address,
    payUntil: until.toISOString(),
    isSimulated: record.is_simulated,
  }
}
