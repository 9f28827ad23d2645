import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { ReviewReason, SendFacts } from '#server/mail/mail-facts.ts'
import { TOP_UP_S } from '#shared/constants.ts'
import { formatAmount, type Atoms } from '#shared/money.ts'
import type { Evidence } from '#shared/evidence.ts'
import type { PaymentFlag, StatusDecision } from '#shared/payment-status.ts'
import { mailOrder, type OrderMail } from './mail-order.ts'
import { orderFacts } from './order-facts.ts'
import { railOfRecord, remainingOf, type PaymentRecord } from './payment-record.ts'

/** What to tell the buyer about a status decision. Keys and refunds have mails of their own. */
export type BuyerNotice =
  | { readonly kind: 'short' }
  | { readonly kind: 'late'; readonly outcome: 'counts' | 'decision' }
  | { readonly kind: 'review'; readonly reason: ReviewReason }
  | { readonly kind: 'nothing' }

const NOTHING: BuyerNotice = { kind: 'nothing' }
/** Per order, so that many tiny transfers cannot trigger many mails. */
const SHORT_MAILS_MAX = 5

/**
 * The notice that a status decision calls for. Only money in a block is reported, and no amount is reported as missing
 * while money of the order's rail is unconfirmed: it may be the second part of one payment. A delivered order gets no notice,
 * and neither does one that the buyer has withdrawn from: its refund has mails of its own.
 *
 * @param record the row before the decision.
 */
export function noticeFor(
  record: Pick<PaymentRecord, 'delivered_at' | 'withdrawn_at'>,
  { status, flags, confirmations }: StatusDecision,
  { sightings }: Evidence,
): BuyerNotice {
  if (record.delivered_at !== null || record.withdrawn_at !== null) return NOTHING
  if (status === 'partial') {
    const own = sightings.filter((one) => one.kind === 'rail')
    return own.every((one) => one.blockAt !== null) ? { kind: 'short' } : NOTHING
  }
  if (status === 'review') return reviewNotice(flags)
  const isCovered = status === 'detected' || status === 'confirmed'
  const counts = isCovered && confirmations > 0 && flags.includes('late') && !flags.includes('manual')
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
 * Queues the mail for a notice, in the transaction that writes the decision. There is one mail for each reason, also if a
 * reorganisation repeats it; each missing amount is a reason of its own.
 *
 * @param record the row with the decision applied.
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
  const sent = await tx
    .selectFrom('mails')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('payment_id', '=', record.id)
    .where('template', '=', 'short')
    .executeTakeFirstOrThrow()
  if (sent.count >= SHORT_MAILS_MAX) return
  const { decimals } = railOfRecord(record)
  const facts = {
    ...orderFacts(record),
    ...paymentInstructions(record, new Date(record.expires_at.getTime() + TOP_UP_S * 1000)),
    arrived: formatAmount(record.received_atoms as Atoms, decimals),
    missing: formatAmount(missing, decimals),
  }
  await mailOrder(tx, record, { template: 'short', facts }, `short:${record.id}:${String(missing)}`)
}

/** The facts of a mail that tell the buyer where to send money, and until when. */
export function paymentInstructions(record: PaymentRecord, until: Date): SendFacts {
  return {
    paymentAddress: record.payment_address,
    payUntil: until.toISOString(),
    isSimulated: record.is_simulated,
  }
}
