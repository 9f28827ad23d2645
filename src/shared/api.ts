import * as z from 'zod'
import { EDITION_ID_FORM } from './editions.ts'
import {
  EMAIL_MAX,
  QUANTITY_MAX,
  QUANTITY_MIN,
  SUPPORT_MESSAGE_MAX,
  SUPPORT_MESSAGE_MIN,
  SUPPORT_NAME_MAX,
  SUPPORT_NAME_MIN,
} from './constants.ts'
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from './payment-status.ts'
import { COINS } from './assets.ts'
import { NETWORKS } from './rails.ts'

/** An edition by its id. Whether it is on sale is for the shop to say: the game folder names its editions. */
export const EditionField = z.string().regex(EDITION_ID_FORM)

/** The error codes of failed calls. Clients translate the code; `error` is a plain English sentence. */
const ERROR_CODES = [
  'BAD_JSON',
  'BAD_REQUEST',
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'FORBIDDEN',
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
  'EMAIL_INVALID',
  'ADDRESS_INVALID',
  'PRICE_MISMATCH',
  'RAIL_MISMATCH',
  'RAIL_UNAVAILABLE',
  'RATE_UNAVAILABLE',
  'OUT_OF_STOCK',
  'CAPTCHA_REQUIRED',
  'CAPTCHA_FAILED',
  'CAPTCHA_EXPIRED',
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_CONFLICT',
  'PAYMENT_NOT_FOUND',
  'COUNTERS_REFUSED',
  'MAIL_UNAVAILABLE',
  'SIGN_IN_FAILED',
  'PASSWORD_WRONG',
  'PASSWORD_INVALID',
  'CODE_WRONG',
  'SECOND_FACTOR_ON',
  'LINK_INVALID',
  'SELF_GRANT_REFUSED',
  // PostgreSQL's code of a duplicate, which the spec's page reads
  '23505',
  'NOT_IN_REVIEW',
  'NOTHING_TO_ACCEPT',
  'NOTHING_TO_RESEND',
  'REFUND_ASKED',
  'REFUND_NOT_POSSIBLE',
  'REFUND_WINDOW_OVER',
  'REFUND_TOO_MANY',
  'REFUND_WHOLE_ONLY',
  'REFUND_KEYS_INVALID',
  'REFUND_NOT_FOUND',
  'REFUND_CLOSED',
  'REFUND_QUOTE_NEEDED',
  'REFUND_TRANSACTION_USED',
  'REFUND_ADDRESS_UNLIKE',
  'INVOICE_NOT_READY',
  'COUNT_OUT_OF_RANGE',
  'KEY_NOT_FOUND',
  'KEY_USED',
  'KEY_HELD',
  'KEY_RETIRED',
  'KEY_NOT_SOLD',
  'EMAIL_TAKEN',
  'PERSON_NOT_FOUND',
  'LAST_OWNER',
  'IMPORT_NOT_FOUND',
  'IMPORT_STARTED',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** The body of every failed call. */
export const Failure = z.object({ success: z.literal(false), error: z.string(), code: z.enum(ERROR_CODES) })
export type Failure = z.infer<typeof Failure>

const Text = (max: number) => z.string().trim().max(max)
const Email = z.email().max(EMAIL_MAX)
const Timestamp = z.iso.datetime()
/** Lone surrogates and NUL cannot be stored, so they are rejected here. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')
const Line = (min: number, max: number, tooShort?: string) =>
  Text(max)
    .min(min, tooShort)
    .refine((text) => isStorable(text) && !/[\r\n]/.test(text))
const Paragraph = (min: number, max: number, tooShort?: string) =>
  Text(max).min(min, tooShort).refine(isStorable)

/** Calls without input accept no body, or an empty object. */
export const EmptyRequest = z.strictObject({}).nullish()

export const CaptchaNewReply = z.object({ id: z.uuid(), image: z.string(), expiresAt: Timestamp })
export const CaptchaCheckRequest = z.strictObject({
  id: z.uuid(),
  // a code of any length is accepted as an answer, and checked later
  code: Line(1, 100),
})

/**
 * Proof of work, for people who cannot read the picture: altcha's challenge as its `solveChallenge` takes it, PBKDF2/SHA-256.
 * The derived key of the right counter begins with `keyPrefix`; counting up from 0 finds it within some hundred tries.
 */
export const ProofNewReply = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    /** When it is too late to answer, in ms since 1970. */
    data: z.object({ expiresAt: z.int() }),
  }),
  signature: z.string(),
})
export type ProofNewReply = z.infer<typeof ProofNewReply>
/** `payload` is base64 of the JSON `{ challenge: <the reply, unchanged>, solution: { counter, derivedKey } }`. */
export const ProofCheckRequest = z.strictObject({ payload: Line(1, 4000) })
export const Done = z.object({ success: z.literal(true) })

/** The spec's eight fields, exactly. `totalPrice` is compared with the server's own price, never used. */
export const CreatePaymentRequest = z.strictObject({
  userEmail: Email,
  steamId: Line(0, EMAIL_MAX),
  walletAddress: Line(1, 100),
  edition: EditionField,
  cryptoType: z.enum(COINS),
  cryptoNetwork: z.enum(NETWORKS),
  totalPrice: z.number().positive().max(1_000_000),
  quantity: z.int().min(QUANTITY_MIN).max(QUANTITY_MAX),
})
export type CreatePaymentRequest = z.infer<typeof CreatePaymentRequest>
export const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{8,200}$/)

export const Payment = z.object({
  id: z.uuid(),
  cryptoAmount: z.string(),
  cryptoType: z.enum(COINS),
  cryptoNetwork: z.enum(NETWORKS),
  paymentAddress: z.string(),
  priceUSD: z.number(),
  quantity: z.int(),
  edition: EditionField,
  status: z.enum(PAYMENT_STATUSES),
  flags: z.array(z.enum(PAYMENT_FLAGS)),
  expiresAt: Timestamp,
  createdAt: Timestamp,
  confirmedAt: Timestamp.nullable(),
  transactionHash: z.string().nullable(),
  blockchainConfirmations: z.int(),
})
export type Payment = z.infer<typeof Payment>
export const CreatePaymentReply = z.object({ success: z.literal(true), payment: Payment })

/** The public row of a payment: status and invoice figures only, never e-mail, keys or the refund address. */
export const PaymentRow = z.object({
  id: z.uuid(),
  crypto_amount: z.string(),
  crypto_type: z.enum(COINS),
  crypto_network: z.enum(NETWORKS),
  payment_address: z.string(),
  price_usd: z.number(),
  quantity: z.int(),
  edition: EditionField,
  status: z.enum(PAYMENT_STATUSES),
  flags: z.array(z.enum(PAYMENT_FLAGS)),
  /** The amounts received so far and still missing, as decimal strings of the coin. */
  received: z.string(),
  remaining: z.string(),
  required_confirmations: z.int(),
  expires_at: Timestamp,
  created_at: Timestamp,
  confirmed_at: Timestamp.nullable(),
  transaction_hash: z.string().nullable(),
  blockchain_confirmations: z.int(),
  /** The rail is on a simulated chain: nothing of value may be sent. */
  simulated: z.boolean(),
})
export type PaymentRow = z.infer<typeof PaymentRow>

export const PaymentParams = z.object({ id: z.uuid() })

export const VerifyPaymentRequest = z.strictObject({ paymentId: z.uuid() })
export const VerifyPaymentResult = z.object({
  confirmed: z.boolean(),
  found: z.boolean(),
  status: z.enum(PAYMENT_STATUSES),
  flags: z.array(z.enum(PAYMENT_FLAGS)),
  received: z.string(),
  confirmations: z.int(),
  required: z.int(),
})
export type VerifyPaymentResult = z.infer<typeof VerifyPaymentResult>
export const VerifyPaymentReply = z.object({ success: z.literal(true), result: VerifyPaymentResult })

const RAIL_REASONS = ['not_configured', 'node_down', 'node_lags', 'node_mismatch', 'no_rate'] as const
export type RailReason = (typeof RAIL_REASONS)[number]
export const RailState = z.object({
  network: z.enum(NETWORKS),
  available: z.boolean(),
  reason: z.enum(RAIL_REASONS).nullable(),
  /** The rail is on a simulated chain. */
  simulated: z.boolean(),
})
export type RailState = z.infer<typeof RailState>
export const RailsReply = z.array(RailState)

export const PurchaseCounter = z.object({
  id: EditionField,
  count: z.int(),
  last_updated: Timestamp,
})
export type PurchaseCounter = z.infer<typeof PurchaseCounter>
export const CountersReply = z.array(PurchaseCounter)
/** The quantity a visitor intends to buy; the server counts. */
export const CounterIntentRequest = z.strictObject({ quantity: z.int().min(QUANTITY_MIN).max(QUANTITY_MAX) })
export const CounterIntentParams = z.object({ edition: EditionField })

/** `sold_out`: the edition sells only what it has (`reserve`), and no key of it is free. */
export const EditionStock = z.object({
  id: EditionField,
  stock: z.enum(['backorder', 'reserve']),
  sold_out: z.boolean(),
})
export type EditionStock = z.infer<typeof EditionStock>
export const EditionsReply = z.array(EditionStock)

/** With the spec's texts (section 5). */
export const SupportRequest = z.strictObject({
  // the name becomes part of a subject: no line ends of any kind, no control characters
  name: Line(SUPPORT_NAME_MIN, SUPPORT_NAME_MAX, 'Name must be at least 2 characters').refine(
    (name) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name),
  ),
  email: z.email('Invalid email address').max(EMAIL_MAX, 'Invalid email address'),
  message: Paragraph(SUPPORT_MESSAGE_MIN, SUPPORT_MESSAGE_MAX, 'Message must be at least 10 characters'),
})
export type SupportRequest = z.infer<typeof SupportRequest>

export const HealthReply = z.object({
  ready: z.boolean(),
  parts: z.record(z.string(), z.object({ ok: z.boolean(), detail: z.string().optional() })),
})

/** The data that needs an order's second secret. */
export const OrderReply = z.object({
  payment: PaymentRow,
  email: z.string(),
  refundAddress: z.string(),
  keys: z.array(z.string()),
})
export type OrderReply = z.infer<typeof OrderReply>

/** The demo's wallet: pays an order on a simulated chain, correctly or with a mistake. */
export const WalletPayRequest = z.strictObject({
  paymentId: z.uuid(),
  /** A decimal amount of the sent coin; by default what is still due. */
  amount: Line(1, 61).optional(),
  /** Sends on this network instead of the order's; it must use the same address. */
  network: z.enum(NETWORKS).optional(),
  /**
   * `'USDT'`, the chain's own coin by its name or as `'native'`, or that coin sent by a `'contract'`; any other name is a
   * fake token's. By default what the network's rail takes.
   */
  token: Line(1, 20).optional(),
  /** Sends five seconds after the payment window. */
  late: z.boolean().optional(),
})
export type WalletPayRequest = z.infer<typeof WalletPayRequest>
/** Pays a refund's address; the owed amount by default. */
export const WalletRefundRequest = z.strictObject({ refundId: z.uuid(), amount: Line(1, 61).optional() })
export const WalletPayReply = z.object({ txHash: z.string() })
export const WalletMineRequest = z.strictObject({
  network: z.enum(NETWORKS),
  blocks: z.int().min(1).max(1000),
})
/** Replaces the newest blocks by one more; their transactions are lost unless `keep` is set. */
export const WalletReorgRequest = z.strictObject({
  network: z.enum(NETWORKS),
  depth: z.int().min(1).max(100),
  keep: z.boolean().default(false),
})
export const WalletChainReply = z.object({ height: z.int() })
