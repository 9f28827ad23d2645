import * as z from 'zod'
import { OrderReply } from './api.ts'
import { BUYER_REASON_MAX, EMAIL_MAX, QUANTITY_MAX } from './constants.ts'
import { REFUND_STATUSES } from './orders-api.ts'
import { PAYMENT_STATUSES } from './payment-status.ts'
import { ASSETS } from './assets.ts'
import { CHAINS } from './chains.ts'

// What a buyer may see and do with an order of his. Amounts of a coin are decimal strings.

const Timestamp = z.iso.datetime()
/** Of a public explorer; null where nobody outside can see the chain. */
const Link = z.url().nullable()
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** One movement of money to the order's address, as the chain shows it. */
export const BuyerTransfer = z.object({
  /** Chain, transaction and place in it. */
  id: z.string(),
  chain: z.enum(CHAINS),
  asset: z.enum(ASSETS),
  amount: z.string(),
  txHash: z.string(),
  /** `balance`: seen by the address's balance; it has no transaction of its own. */
  evidence: z.enum(['output', 'balance']),
  /** Of the order's own coin and network: only such money counts by itself. */
  isOfRail: z.boolean(),
  seenAt: Timestamp,
  block: z.object({ height: z.int(), at: Timestamp }).nullable(),
  /** Now; 0 while unconfirmed or lost. */
  confirmations: z.int(),
  /** How many nodes were asked and agree; 0 where the order's value asks for none. */
  nodesAgreed: z.int(),
  lost: z.object({ at: Timestamp, as: z.enum(['replaced', 'orphaned', 'dropped']) }).nullable(),
  url: Link,
})
export type BuyerTransfer = z.infer<typeof BuyerTransfer>

/** What may stand in the timeline. Nothing about people: no notes, no names. */
export const BUYER_EVENTS = [
  'ordered',
  'seen',
  'in_block',
  'lost',
  'status',
  'accepted',
  'awaiting_keys',
  'keys_handed_out',
  'key_replaced',
  'mail_sent',
  'refund_asked',
  'refund_sent',
  'refund_unproved',
  'refund_proved',
  'refund_withdrawn',
] as const
export type BuyerEventKind = (typeof BUYER_EVENTS)[number]
export const BuyerEvent = z.object({
  at: Timestamp,
  kind: z.enum(BUYER_EVENTS),
  /** Of a transfer (`seen`, `in_block`, `lost`); null otherwise. */
  transferId: z.string().nullable(),
  /** What the order became (`status`); null otherwise. */
  status: z.enum(PAYMENT_STATUSES).nullable(),
  /** Its flags then (`status`); empty otherwise. */
  flags: z.array(z.string()),
  /** Copies of a refund that was asked for, or keys handed out; null otherwise. */
  copies: z.int().nullable(),
  /** Which mail (`mail_sent`); null otherwise. */
  template: z.string().nullable(),
})
export type BuyerEvent = z.infer<typeof BuyerEvent>

export const BuyerRefund = z.object({
  id: z.uuid(),
  status: z.enum(REFUND_STATUSES),
  askedAt: Timestamp,
  askedBy: z.enum(['buyer', 'staff']),
  /** 0: money that bought nothing, or an overpaid rest alone. */
  copies: z.int(),
  chain: z.enum(CHAINS),
  asset: z.enum(ASSETS),
  address: z.string(),
  /** All that is owed, in the coin; null until it is quoted. */
  owed: z.string().nullable(),
  quotedAt: Timestamp.nullable(),
  /** Proved on chain so far. */
  paid: z.string(),
  verifiedAt: Timestamp.nullable(),
  transactions: z.array(
    z.object({
      txHash: z.string(),
      status: z.enum(['waiting', 'verified', 'mismatch']),
      amount: z.string().nullable(),
      recordedAt: Timestamp,
      url: Link,
    }),
  ),
})
export type BuyerRefund = z.infer<typeof BuyerRefund>

/**
 * Whether a refund can be asked for: `unpaid`: nothing is confirmed; `over`: the time is; `all_asked`: nothing is left that
 * no refund has.
 */
export const REFUND_CHANCES = ['open', 'unpaid', 'over', 'all_asked'] as const

/** An order as its buyer's page shows it. `isOpen` false: the reader lacks its second secret, and sees figures only. */
export const BuyerOrder = OrderReply.extend({
  isOpen: z.boolean(),
  /** Null without the second secret, and once erased. */
  email: z.string().nullable(),
  refundAddress: z.string().nullable(),
  /** Empty without the second secret. */
  keys: z.array(z.string()),
  /** Of the payment address, and of the transaction that completed the order. */
  addressUrl: Link,
  transactionUrl: Link,
  /** Late money confirms by itself, and a short payment can be completed, until then. */
  topUpUntil: Timestamp,
  /** Oldest first. */
  timeline: z.array(BuyerEvent),
  transfers: z.array(BuyerTransfer),
  /** When the newest mail about the order left the shop; null: none yet. */
  mailSentAt: Timestamp.nullable(),
  refundChance: z.enum(REFUND_CHANCES),
  /** Null while nothing is paid. */
  refundableUntil: Timestamp.nullable(),
  /** Copies that no refund has. */
  copiesLeft: z.int(),
  /** No keys are handed out yet: the whole order can be given back, or nothing. */
  isWholeOnly: z.boolean(),
  /** Asked for and not withdrawn, oldest first. */
  refunds: z.array(BuyerRefund),
})
export type BuyerOrder = z.infer<typeof BuyerOrder>

/** `address`: another one than the order's own; `addressAgain`, where given, must repeat it. */
export const RequestRefundRequest = z.strictObject({
  paymentId: z.uuid(),
  /** Copies; all that are left by default. */
  quantity: z.int().min(1).max(QUANTITY_MAX).optional(),
  /** How many no refund had when this was asked: where that is no longer so nothing is, so that it is safe to send again. */
  copiesLeft: z.int().min(0).max(QUANTITY_MAX).optional(),
  address: z.string().trim().min(1).max(100).refine(isStorable).optional(),
  addressAgain: z.string().trim().max(100).optional(),
  reason: z.string().trim().max(BUYER_REASON_MAX).refine(isStorable).default(''),
})
export type RequestRefundRequest = z.infer<typeof RequestRefundRequest>
/** `already`: nothing was left that a refund does not have. */
export const RequestRefundReply = z.object({
  success: z.literal(true),
  kind: z.enum(['asked', 'already']),
  order: BuyerOrder,
})

export const ResendMailRequest = z.strictObject({ paymentId: z.uuid() })
export const ResendMailReply = z.object({ success: z.literal(true), template: z.string() })

/** The answer is the same whether there is such an order or not. */
export const RecoverOrderRequest = z.strictObject({
  email: z.string().trim().max(EMAIL_MAX).pipe(z.email()),
  paymentId: z.string().trim().toLowerCase().pipe(z.uuid()),
})
export type RecoverOrderRequest = z.infer<typeof RecoverOrderRequest>

/** `sha256`: of every byte of the file before its last line, in hexadecimal digits. */
export const CheckInvoiceRequest = z.strictObject({
  paymentId: z.uuid(),
  sha256: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/),
})
export const CheckInvoiceReply = z.object({ success: z.literal(true), matches: z.boolean() })
/** A file of the order, in a language other than the reader's own. */
export const InvoiceQuery = z.object({ lang: z.string().max(10).optional() })
