import * as z from 'zod'
import { CurrencyField, EditionField } from './api.ts'
import { IsoTimestamp, isStorable } from './api-fields.ts'
import { LANGUAGES } from './languages.ts'
import { NOTE_MAX, QUANTITY_MAX, REFUND_REASON_MAX } from './constants.ts'
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from './payment-status.ts'
import { ArrivedMoney, ValuedMoney } from './arrived-money.ts'
import { ASSETS, COINS } from './assets.ts'
import { CHAINS } from './chains.ts'
import { NETWORKS } from './rails.ts'

// The back office's calls about orders and refunds. Amounts of a coin are decimal strings, prices are integer cents.

/** An order in the list. */
export const OrderRow = z.object({
  id: z.uuid(),
  createdAt: IsoTimestamp,
  expiresAt: IsoTimestamp,
  confirmedAt: IsoTimestamp.nullable(),
  deliveredAt: IsoTimestamp.nullable(),
  status: z.enum(PAYMENT_STATUSES),
  flags: z.array(z.enum(PAYMENT_FLAGS)),
  edition: EditionField,
  quantity: z.int(),
  coin: z.enum(COINS),
  network: z.enum(NETWORKS),
  /** The amounts due and received, in the order's coin. */
  amount: z.string(),
  received: z.string(),
  /** What came in any coin, also in one that counts for nothing; in a list only of undecided orders, else empty. */
  arrived: z.array(ArrivedMoney),
  /** Since when only the agreement of two nodes is missing; in a list only while `detected`. */
  unagreedSince: IsoTimestamp.nullable(),
  /** Since when it waits for the limit of a single node; in a list only while `detected`. */
  limitedSince: IsoTimestamp.nullable(),
  /** In the smallest unit of `currency`. */
  priceCents: z.int(),
  currency: CurrencyField,
  language: z.enum(LANGUAGES),
  /** Masked to its first letter and domain if the user may not see it; null once erased. */
  email: z.string().nullable(),
  simulated: z.boolean(),
})
export type OrderRow = z.infer<typeof OrderRow>
/** A page of the list of orders. */
export const OrderListReply = z.object({
  success: z.literal(true),
  orders: z.array(OrderRow),
  next: z.string().nullable(),
  /** The size of the whole list; with a search or a flag at most 1,000. */
  total: z.int(),
  hasMore: z.boolean(),
  /** The number of orders in `review`, independent of the filter. */
  review: z.int(),
})

/** A node's answer about a transaction. */
export const NodeAnswer = z.object({ node: z.string(), says: z.string(), blockHash: z.string().nullable() })
/** What buyers and staff are shown of one movement of money to the order's address. */
export const TransferFacts = z.object({
  /** Chain, transaction hash and output index. */
  id: z.string(),
  chain: z.enum(CHAINS),
  asset: z.enum(ASSETS),
  amount: z.string(),
  txHash: z.string(),
  /** `balance`: detected by the address's balance; it has no transaction of its own. */
  evidence: z.enum(['output', 'balance']),
  /** Whether it is of the order's own coin and network; other money needs a decision of the staff. */
  isOfRail: z.boolean(),
  seenAt: IsoTimestamp,
  /** The current number; 0 while unconfirmed or lost. */
  confirmations: z.int(),
  lost: z.object({ at: IsoTimestamp, as: z.enum(['replaced', 'orphaned', 'dropped']) }).nullable(),
})
/** A transfer to an order's address, with its evidence; `accept` refers to its id. */
export const OrderTransfer = TransferFacts.extend({
  /** The output or log index; −1 for a plain transfer of the native coin. */
  output: z.int(),
  atoms: z.string(),
  /** Whether the shop had passed its block when the order was made. It counts for nothing by itself. */
  predatesOrder: z.boolean(),
  block: z.object({ height: z.int(), hash: z.string(), at: IsoTimestamp }).nullable(),
  /** Dollars for one coin, for a late transfer. */
  lateRate: z.string().nullable(),
  nodes: z.array(NodeAnswer),
})
export type OrderTransfer = z.infer<typeof OrderTransfer>

/** The statuses of a refund. */
export const REFUND_STATUSES = ['asked', 'recorded', 'mismatch', 'verified', 'withdrawn'] as const
export type RefundStatus = (typeof REFUND_STATUSES)[number]
/** The reasons why a refund's transaction is a mismatch. */
const REFUND_REASONS = ['not_found', 'failed', 'nothing_to_address'] as const
/** A transaction recorded as the payout of a refund. */
const RefundTransaction = z.object({
  txHash: z.string(),
  status: z.enum(['waiting', 'verified', 'mismatch']),
  reason: z.enum(REFUND_REASONS).nullable(),
  /** The amount it pays to the refund's address; null until a node reports it. */
  amount: z.string().nullable(),
  block: z.object({ height: z.int(), hash: z.string() }).nullable(),
  recordedAt: IsoTimestamp,
  recordedBy: z.string().nullable(),
  checkedAt: IsoTimestamp.nullable(),
  /** Whether nodes have contradicted each other about it, or not all answered, for half an hour. */
  isUnagreed: z.boolean(),
  nodes: z.array(NodeAnswer),
})
/** What the issuer of a token says about an address; `unknown` if no node answered. */
const FREEZE_STATES = ['frozen', 'clear', 'unknown'] as const
export type FreezeState = (typeof FREEZE_STATES)[number]
/** A refund as the back office shows it. */
export const RefundRow = z.object({
  id: z.uuid(),
  orderId: z.uuid(),
  status: z.enum(REFUND_STATUSES),
  askedAt: IsoTimestamp,
  /** When it must be paid at the latest. */
  payBy: IsoTimestamp,
  askedBy: z.enum(['buyer', 'staff']),
  /** The buyer's e-mail, masked if the user may not see it; null once erased. */
  email: z.string().nullable(),
  reason: z.string(),
  /** Copies given back; 0 for money that bought nothing, or for an overpaid amount only. */
  quantity: z.int(),
  edition: EditionField,
  chain: z.enum(CHAINS),
  asset: z.enum(ASSETS),
  address: z.string(),
  /** In the smallest unit of `currency`. */
  priceCents: z.int(),
  currency: CurrencyField,
  /** The part refunded in the coin itself, independent of the rate. */
  rest: z.string(),
  /** The total owed amount; null until quoted. */
  owed: z.string().nullable(),
  /** What it owes at the current rate, while it has no quote of today; null otherwise, or without a reliable rate. */
  owedNow: z.string().nullable(),
  /** Dollars for one coin; null if no price is owed, or until quoted. */
  rate: z.string().nullable(),
  rateSources: z.string().nullable(),
  quotedAt: IsoTimestamp.nullable(),
  /** Quoted on an earlier day, so it must be quoted again before it is paid. */
  isQuoteOld: z.boolean(),
  /** Whether a payout plan pays it, whose transactions may be signed: nobody may pay it by hand. */
  isPlanned: z.boolean(),
  /** Of the refund's address, when last asked; null if nobody can freeze the coin, or before the first quote. */
  freeze: z.enum(FREEZE_STATES).nullable(),
  /** The same of the order's payment address. */
  ownFreeze: z.enum(FREEZE_STATES).nullable(),
  /** The amount verified on chain so far. */
  paid: z.string(),
  verifiedAt: IsoTimestamp.nullable(),
  /** The keys that are given back. */
  keyIds: z.array(z.uuid()),
  transactions: z.array(RefundTransaction),
})
export type RefundRow = z.infer<typeof RefundRow>

/** An order with its evidence, keys, mails, notes, refunds and decisions. */
export const OrderDetail = OrderRow.extend({
  /** What came, as in `arrived`, with its value when it came and now. */
  worth: z.array(ValuedMoney),
  /** What a code took off the price; null without one. */
  discount: z.object({ code: z.string(), name: z.string(), cents: z.int() }).nullable(),
  paymentAddress: z.string(),
  refundAddress: z.string().nullable(),
  /** Below the extended public key with this fingerprint: `0/17`. */
  derivation: z.object({ wallet: z.string(), fingerprint: z.string(), path: z.string(), index: z.int() }),
  rate: z.object({ value: z.string(), sources: z.string(), at: IsoTimestamp }),
  confirmations: z.int(),
  requiredConfirmations: z.int(),
  transactionHash: z.string().nullable(),
  awaitingKeysSince: IsoTimestamp.nullable(),
  disagreeSince: IsoTimestamp.nullable(),
  refundedAt: IsoTimestamp.nullable(),
  /** The transfers that staff accepted; null if none were. */
  accepted: z.array(z.string()).nullable(),
  /** The end of the buyer's refund window; null while unpaid. */
  refundableUntil: IsoTimestamp.nullable(),
  transfers: z.array(OrderTransfer),
  events: z.array(z.object({ at: IsoTimestamp, kind: z.string(), facts: z.record(z.string(), z.unknown()) })),
  mails: z.array(
    z.object({
      template: z.string(),
      createdAt: IsoTimestamp,
      sentAt: IsoTimestamp.nullable(),
      attempts: z.int(),
      /** Why the last attempt failed; null if none failed, or once the mail is sent. */
      failedAs: z.enum(['refused', 'unreachable', 'unwritable']).nullable(),
      /** The mail server's reply code, such as 550. */
      failedReply: z.int().nullable(),
      isRepeat: z.boolean(),
    }),
  ),
  keys: z.array(
    z.object({
      id: z.uuid(),
      key: z.string(),
      isMasked: z.boolean(),
      handedAt: IsoTimestamp,
      retiredAt: IsoTimestamp.nullable(),
      refundId: z.uuid().nullable(),
    }),
  ),
  notes: z.array(z.object({ at: IsoTimestamp, by: z.string().nullable(), note: z.string() })),
  refunds: z.array(RefundRow),
  /** Decisions of the staff, from the audit, oldest first. */
  decisions: z.array(
    z.object({
      at: IsoTimestamp,
      by: z.string().nullable(),
      action: z.string(),
      facts: z.record(z.string(), z.unknown()),
    }),
  ),
})
export type OrderDetail = z.infer<typeof OrderDetail>
/** One order in full. */
export const OrderDetailReply = z.object({ success: z.literal(true), order: OrderDetail })

/** The id in the path of an order or a refund. */
export const OrderParams = z.object({ id: z.uuid() })
/** Transfers to accept, by {@link OrderTransfer}'s `id`; all settled ones by default. */
export const AcceptRequest = z
  .strictObject({ transfers: z.array(z.string().max(200)).max(100).optional() })
  .nullish()
/** 64 hexadecimal digits, with or without `0x`. */
const TransactionHash = z
  .string()
  .trim()
  .regex(/^(0x)?[0-9a-fA-F]{64}$/)
/** Why a refund is requested. */
export const RefundReason = z.string().trim().max(REFUND_REASON_MAX).refine(isStorable).default('')
const RefundAddress = z.string().trim().min(1).max(100).refine(isStorable)
/**
 * A refund request of the staff. `quantity`: copies, all remaining by default; 0 for an overpaid amount only. `keyIds`:
 * the keys given back.
 */
export const RefundDueRequest = z
  .strictObject({
    quantity: z.int().min(0).max(QUANTITY_MAX).optional(),
    keyIds: z.array(z.uuid()).max(QUANTITY_MAX).optional(),
    address: RefundAddress.optional(),
    reason: RefundReason,
  })
  .nullish()
/** What came of a transaction that staff entered on an order. */
const CLAIM_OUTCOMES = [
  /** It pays the address; the transfer is stored, and the order was settled. */
  'stored',
  'known',
  'not_deep',
  /** It pays the address in another coin; the transfer is stored, and staff decide. */
  'other_asset',
  'unconfirmed',
  /** It pays the address with a token that is not accepted. */
  'unknown_token',
  'nothing_to_address',
  'failed',
  'not_found',
  'unanswered',
] as const
export type ClaimOutcome = (typeof CLAIM_OUTCOMES)[number]
/** A transaction that is said to have paid an order. */
export const ClaimRequest = z.strictObject({ txHash: TransactionHash })
/** The outcome of a claim, and the order after it. */
export const ClaimReply = z.object({
  success: z.literal(true),
  outcome: z.enum(CLAIM_OUTCOMES),
  order: OrderDetail,
})
/** A note of the staff about an order. */
export const NoteRequest = z.strictObject({ note: z.string().trim().min(1).max(NOTE_MAX).refine(isStorable) })
/** The hash of the transaction that pays a refund, in any spelling. */
export const RefundTransactionRequest = z.strictObject({ txHash: TransactionHash })
