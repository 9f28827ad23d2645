import type { Db } from '#server/db/database.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import type { BuyerEvent, BuyerEventKind, BuyerTransfer } from '#shared/buyer-api.ts'
import { PAYMENT_STATUSES } from '#shared/payment-status.ts'

/** Stored events that the buyer may see, by kind; all others are internal. */
const BUYER_KINDS: Readonly<Record<string, BuyerEventKind>> = {
  created: 'ordered',
  status: 'status',
  accepted: 'accepted',
  awaiting_keys: 'awaiting_keys',
  awaiting_release: 'awaiting_release',
  delivered: 'keys_handed_out',
  key_replaced: 'key_replaced',
  refund_asked: 'refund_asked',
  refund_recorded: 'refund_sent',
  refund_mismatch: 'refund_unproved',
  refund_verified: 'refund_proved',
  refund_withdrawn: 'refund_withdrawn',
  withdrawn: 'withdrawn',
}

/** Reads an order's timeline, oldest first: transfers, actions of the shop, and sent mails. */
export async function readTimeline(
  db: Db,
  order: PaymentRecord,
  transfers: readonly BuyerTransfer[],
): Promise<readonly BuyerEvent[]> {
  const [events, mails] = await Promise.all([
    db
      .selectFrom('payment_events')
      .select(['at', 'kind', 'facts'])
      .where('payment_id', '=', order.id)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('mails')
      .select(['template', 'sent_at'])
      .where('payment_id', '=', order.id)
      .where('sent_at', 'is not', null)
      .orderBy('sent_at')
      .execute(),
  ])
  const known = [
    ...events.flatMap(({ at, kind, facts }) => toEvent(at, kind, facts)),
    ...transfers.flatMap(transferEvents),
    ...mails.flatMap(({ template, sent_at: at }) =>
      at === null ? [] : [event(at.toISOString(), 'mail_sent', { template })],
    ),
  ]
  const hasStart = known.some((one) => one.kind === 'ordered')
  const all = hasStart ? known : [event(order.created_at.toISOString(), 'ordered'), ...known]
  return all.sort(byTime)
}

/** The timeline for requests without the second secret: only what the public figures show. */
export function publicTimeline(order: PaymentRecord): readonly BuyerEvent[] {
  const ordered = event(order.created_at.toISOString(), 'ordered')
  if (order.confirmed_at === null) return [ordered]
  return [ordered, event(order.confirmed_at.toISOString(), 'status', { status: 'confirmed' })]
}

function event(at: string, kind: BuyerEventKind, facts: Partial<BuyerEvent> = {}): BuyerEvent {
  return { transferId: null, status: null, flags: [], copies: null, template: null, ...facts, at, kind }
}

function toEvent(at: Date, stored: string, facts: unknown): BuyerEvent[] {
  const kind = BUYER_KINDS[stored]
  if (kind === undefined) return []
  const known =
    typeof facts === 'object' && facts !== null ? (facts as Readonly<Record<string, unknown>>) : {}
  const status = PAYMENT_STATUSES.find((one) => one === known['to']) ?? null
  if (kind === 'status' && (status === null || known['from'] === known['to'])) return []
  const copies = known['keys'] ?? known['quantity']
  const counts = kind === 'keys_handed_out' || kind === 'refund_asked'
  return [
    event(at.toISOString(), kind, {
      status: kind === 'status' ? status : null,
      flags: kind === 'status' ? textsOf(known['flags']) : [],
      copies: counts && typeof copies === 'number' ? copies : null,
    }),
  ]
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}

function transferEvents({ id, seenAt, block, lost }: BuyerTransfer): BuyerEvent[] {
  return [
    event(seenAt, 'seen', { transferId: id }),
    // a block's time may be before the transfer was first seen; show the confirmation no earlier than that
    ...(block === null ? [] : [event(block.at < seenAt ? seenAt : block.at, 'in_block', { transferId: id })]),
    ...(lost === null ? [] : [event(lost.at, 'lost', { transferId: id })]),
  ]
}

const RANK: readonly BuyerEventKind[] = ['ordered', 'seen', 'in_block', 'lost', 'status']

/** Events at the same instant are sorted by cause and effect. */
function byTime(one: BuyerEvent, other: BuyerEvent): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1
  const rank = ({ kind }: BuyerEvent) => (RANK.includes(kind) ? RANK.indexOf(kind) : RANK.length)
  return rank(one) - rank(other)
}
