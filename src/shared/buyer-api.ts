import * as z from 'zod'
import { OrderReply } from './api.ts'
import { isCountry } from './countries.ts'
import { IsoTimestamp, isStorable } from './api-fields.ts'
import { BUYER_REASON_MAX, EMAIL_MAX, QUANTITY_MAX } from './constants.ts'
import { REFUND_STATUSES, TransferFacts } from './orders-api.ts'
import { PAYMENT_STATUSES } from './payment-status.ts'
import { OrderFile } from './edition-files.ts'
import { ASSETS } from './assets.ts'
import { CHAINS } from './chains.ts'

// The calls of the order page: what a buyer may see and do with their order. Amounts of a coin are decimal strings.

/** A URL of a public explorer; null if the chain is not public. */
const Link = z.url().nullable()

/** One movement of money to the order's address, as the chain shows it. */
export const BuyerTransfer = TransferFacts.extend({
  block: z.object({ height: z.int(), at: IsoTimestamp }).nullable(),
  /** The number of nodes that agree; 0 if the order's value requires no agreement. */
  nodesAgreed: z.int(),
  url: Link,
})
export type BuyerTransfer = z.infer<typeof BuyerTransfer>

/** The events of the buyer's timeline. They contain no notes and no names of staff. */
export const BUYER_EVENTS = [
  'ordered',
  'seen',
  'in_block',
  'lost',
  'status',
  'accepted',
  'awaiting_keys',
  'awaiting_release',
  'keys_handed_out',
  'key_replaced',
  'mail_sent',
  'refund_asked',
  'refund_sent',
  'refund_unproved',
  'refund_proved',
  'refund_withdrawn',
  'withdrawn',
] as const
export type BuyerEventKind = (typeof BUYER_EVENTS)[number]
/** An entry in the order's history as the buyer sees it. */
export const BuyerEvent = z.object({
  at: IsoTimestamp,
  kind: z.enum(BUYER_EVENTS),
  /** Of a transfer (`seen`, `in_block`, `lost`); null otherwise. */
  transferId: z.string().nullable(),
  /** The order's new status (`status`); null otherwise. */
  status: z.enum(PAYMENT_STATUSES).nullable(),
  /** The order's flags at that time (`status`); empty otherwise. */
  flags: z.array(z.string()),
  /** Copies of a requested refund, or delivered keys; null otherwise. */
  copies: z.int().nullable(),
  /** Which mail (`mail_sent`); null otherwise. */
  template: z.string().nullable(),
})
export type BuyerEvent = z.infer<typeof BuyerEvent>

/** A refund as its buyer sees it. */
export const BuyerRefund = z.object({
  id: z.uuid(),
  status: z.enum(REFUND_STATUSES),
  askedAt: IsoTimestamp,
  askedBy: z.enum(['buyer', 'staff']),
  /** 0 for money that bought nothing, or for an overpaid amount only. */
  copies: z.int(),
  chain: z.enum(CHAINS),
  asset: z.enum(ASSETS),
  address: z.string(),
  /** The owed amount in the coin; null until it is quoted. */
  owed: z.string().nullable(),
  quotedAt: IsoTimestamp.nullable(),
  /** The amount verified on chain so far. */
  paid: z.string(),
  verifiedAt: IsoTimestamp.nullable(),
  /** Of the correction of the invoice, such as `C2026-000123`; null before it is verified, and if it corrects none. */
  correctionNumber: z.string().nullable(),
  transactions: z.array(
    z.object({
      txHash: z.string(),
      status: z.enum(['waiting', 'verified', 'mismatch']),
      amount: z.string().nullable(),
      recordedAt: IsoTimestamp,
      url: Link,
    }),
  ),
})
export type BuyerRefund = z.infer<typeof BuyerRefund>

/**
 * Whether a refund can be requested. `unpaid`: nothing is confirmed; `over`: the refund window has ended; `all_asked`:
 * existing refunds cover everything.
 */
const REFUND_CHANCES = ['open', 'unpaid', 'over', 'all_asked'] as const

/**
 * An order as its buyer's page shows it. `isOpen` is false without the second secret: then it contains only figures.
 */
export const BuyerOrder = OrderReply.extend({
  isOpen: z.boolean(),
  /** Such as `2026-000123`, once the keys are delivered; null without the second secret. */
  invoiceNumber: z.string().nullable(),
  /**
   * The country that the buyer declared for VAT, and whether it can be changed; null if the shop does not ask, and without
   * the second secret.
   */
  country: z.object({ declared: z.string().nullable(), mayChange: z.boolean() }).nullable(),
  /** Null without the second secret, and once erased. */
  email: z.string().nullable(),
  refundAddress: z.string().nullable(),
  /** Empty without the second secret. */
  keys: z.array(z.string()),
  /** What the edition contains beside keys; empty without the second secret, and before the keys are delivered. */
  files: z.array(OrderFile),
  /** Explorer URLs of the payment address and of the transaction that completed the order. */
  addressUrl: Link,
  transactionUrl: Link,
  /** When the buyer withdrew from the contract, before the order was confirmed; null if they did not. */
  withdrawnAt: IsoTimestamp.nullable(),
  /** Until then late money is accepted automatically, and a short payment can be completed. */
  topUpUntil: IsoTimestamp,
  /** Oldest first. */
  timeline: z.array(BuyerEvent),
  transfers: z.array(BuyerTransfer),
  /** When the newest mail about the order was sent; null if none was. */
  mailSentAt: IsoTimestamp.nullable(),
  /** The mail with the payment details is not sent, since its mailbox, client or shop had too many within an hour. */
  isMailWithheld: z.boolean(),
  refundChance: z.enum(REFUND_CHANCES),
  /** Null while nothing is paid. */
  refundableUntil: IsoTimestamp.nullable(),
  /** Copies that no refund covers. */
  copiesLeft: z.int(),
  /** True before the keys are delivered: then only the whole order can be refunded. */
  isWholeOnly: z.boolean(),
  /** Requested and not withdrawn, oldest first. */
  refunds: z.array(BuyerRefund),
})
export type BuyerOrder = z.infer<typeof BuyerOrder>

/** A buyer's refund request. `address`: other than the order's own; `addressAgain`, if present, must repeat it. */
export const RequestRefundRequest = z.strictObject({
  paymentId: z.uuid(),
  /** Copies; all remaining ones by default. */
  quantity: z.int().min(1).max(QUANTITY_MAX).optional(),
  /**
   * Copies not yet refunded when the form was shown. If it has changed the request is rejected, so retries are safe.
   */
  copiesLeft: z.int().min(0).max(QUANTITY_MAX).optional(),
  address: z.string().trim().min(1).max(100).refine(isStorable).optional(),
  addressAgain: z.string().trim().max(100).optional(),
  reason: z.string().trim().max(BUYER_REASON_MAX).refine(isStorable).default(''),
})
export type RequestRefundRequest = z.infer<typeof RequestRefundRequest>
/** The reply to a refund request. `already`: existing refunds cover everything. */
export const RequestRefundReply = z.object({
  success: z.literal(true),
  kind: z.enum(['asked', 'already']),
  order: BuyerOrder,
})

/** A buyer's statement of the country they live in, for VAT. */
export const DeclareCountryRequest = z.strictObject({
  paymentId: z.uuid(),
  country: z.string().refine(isCountry, 'expected the code of a country'),
})

/** A request to send an order's newest mail again; the reply names its template. */
/** Exchanges the secret of a mailed link for the order's cookie. */
export const OpenOrderRequest = z.strictObject({ paymentId: z.uuid(), key: z.string().max(100) })

export const ResendMailRequest = z.strictObject({ paymentId: z.uuid() })
/** `template`: the name of the mail that was sent again. */
export const ResendMailReply = z.object({ success: z.literal(true), template: z.string() })

/** A request for the link of an order. The answer is the same whether there is such an order or not. */
export const RecoverOrderRequest = z.strictObject({
  email: z.string().trim().max(EMAIL_MAX).pipe(z.email()),
  paymentId: z.string().trim().toLowerCase().pipe(z.uuid()),
})
export type RecoverOrderRequest = z.infer<typeof RecoverOrderRequest>

/** A digest to check. `sha256`: of every byte of the invoice before its last line, in hexadecimal digits. */
export const CheckInvoiceRequest = z.strictObject({
  paymentId: z.uuid(),
  sha256: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/),
})
/** Whether the digest belongs to an invoice of the order. */
export const CheckInvoiceReply = z.object({ success: z.literal(true), matches: z.boolean() })
/** The language of a downloaded file, if it is not the browser's. */
export const InvoiceQuery = z.object({ lang: z.string().max(10).optional() })
