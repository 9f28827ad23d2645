import type { Db } from '#server/db/database.ts'
import type { PaymentFlag } from '#shared/payment-status.ts'
import { amountWithAsset, type Asset } from '#shared/assets.ts'
import type { ChainId } from '#shared/chains.ts'
import { cents, formatCents } from '#shared/money.ts'
import { isNetwork, railOf } from '#shared/rails.ts'
import type { Cause } from './find-causes.ts'

/** Adds the facts of a cause that only its alert states: they are read when it is raised, not at every look. */
export async function completeCause(tx: Db, cause: Cause, now: Date): Promise<Cause> {
  switch (cause.kind) {
    case 'order-review':
      return { ...cause, facts: { flags: await readFlags(tx, cause.subject) } }
    case 'refund-requested':
      return { ...cause, facts: await readRefund(tx, cause.subject) }
    case 'rail-closed':
      return { ...cause, facts: { ...cause.facts, lagS: await readLag(tx, cause, now) } }
    case 'no-rate':
      return { ...cause, facts: { rateAt: await readRateTime(tx, cause.subject) } }
    case 'mails-refused':
      return { ...cause, facts: { ...cause.facts, reply: await readReply(tx) } }
    default:
      return cause
  }
}

async function readFlags(tx: Db, orderId: string): Promise<readonly PaymentFlag[] | null> {
  const order = await tx.selectFrom('payments').select('flags').where('id', '=', orderId).executeTakeFirst()
  return order === undefined ? null : (order.flags as readonly PaymentFlag[])
}

/** What is to be paid, as far as it is known: the amount once it is quoted, else the price of the copies. */
async function readRefund(
  tx: Db,
  orderId: string,
): Promise<{ readonly refund: string | null; readonly refundAddress: string | null }> {
  const refund = await tx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['address', 'chain', 'asset', 'owed_atoms', 'price_cents', 'currency'])
    .where('payment_id', '=', orderId)
    .where('refunds.status', 'in', ['asked', 'mismatch'])
    .orderBy('asked_at')
    .executeTakeFirst()
  if (refund === undefined) return { refund: null, refundAddress: null }
  const { chain, asset, owed_atoms: owed, price_cents: price } = refund
  const amount =
    owed === null || chain === null || asset === null
      ? null
      : amountWithAsset(chain as ChainId, asset as Asset, owed)
  return {
    refund: amount ?? (price > 0 ? `${formatCents(cents(price), refund.currency)} ${refund.currency}` : null),
    refundAddress: refund.address,
  }
}

/** How far the newest block that was read is behind, in seconds; null if its nodes are not the reason. */
async function readLag(
  tx: Db,
  { subject, facts }: Cause & { readonly kind: 'rail-closed' },
  now: Date,
): Promise<number | null> {
  const isOfNodes = facts.reason === 'node_lags' || facts.reason === 'node_down'
  if (!isOfNodes || !isNetwork(subject)) return null
  const cursor = await tx
    .selectFrom('cursors')
    .select('block_at')
    .where('chain', '=', railOf(subject).chain)
    .executeTakeFirst()
  if (cursor === undefined) return null
  return Math.max(0, Math.floor((now.getTime() - cursor.block_at.getTime()) / 1000))
}

async function readRateTime(tx: Db, coin: string): Promise<string | null> {
  const rate = await tx
    .selectFrom('rates')
    .select('at')
    .where('coin', '=', coin)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return rate?.at.toISOString() ?? null
}

async function readReply(tx: Db): Promise<number | null> {
  const mail = await tx
    .selectFrom('mails')
    .select('failed_reply')
    .where('sent_at', 'is', null)
    .where('failed_as', '=', 'refused')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return mail?.failed_reply ?? null
}
