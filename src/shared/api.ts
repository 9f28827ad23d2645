import * as z from 'zod'
import { EDITION_ID_FORM } from './editions.ts'
import { IsoTimestamp, lineField } from './api-fields.ts'
import { EMAIL_MAX, ORDER_PRICE_MAX, QUANTITY_MAX, QUANTITY_MIN } from './constants.ts'
import { DISCOUNT_CODE_INPUT_MAX } from './discounts.ts'
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from './payment-status.ts'
import { COINS } from './assets.ts'
import { NETWORKS } from './rails.ts'

/** The code of a currency. */
export const CurrencyField = z.string().regex(/^[A-Z]{3}$/)

/** The id of an edition. Only its form is checked: the game folder decides which editions are on sale. */
export const EditionField = z.string().regex(EDITION_ID_FORM)

/** The error codes of failed calls. Clients translate the code; `error` is a plain English sentence. */
export const ERROR_CODES = [
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
  'BUSY',
  'EMAIL_INVALID',
  'ADDRESS_INVALID',
  'PRICE_MISMATCH',
  'CURRENCY_NOT_OFFERED',
  'RAIL_MISMATCH',
  'RAIL_UNAVAILABLE',
  'RATE_UNAVAILABLE',
  'OUT_OF_STOCK',
  'UNPAID_ORDERS',
  'SHOP_UNPAID_ORDERS',
  'DISCOUNT_UNKNOWN',
  'DISCOUNT_PAUSED',
  'DISCOUNT_NOT_YET',
  'DISCOUNT_EXPIRED',
  'DISCOUNT_OTHER_EDITION',
  'DISCOUNT_OTHER_CURRENCY',
  'DISCOUNT_TOO_LARGE',
  'DISCOUNT_USED_UP',
  'DISCOUNT_USED_BY_YOU',
  'DISCOUNT_LIMITED',
  'CAPTCHA_REQUIRED',
  'CAPTCHA_FAILED',
  'CAPTCHA_EXPIRED',
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_CONFLICT',
  'PAYMENT_NOT_FOUND',
  'REFERENCE_USED',
  'COUNTERS_REFUSED',
  'MAIL_UNAVAILABLE',
  'SIGN_IN_FAILED',
  'PASSWORD_WRONG',
  'PASSWORD_INVALID',
  'PASSWORD_GUESSABLE',
  'CODE_WRONG',
  'CONFIRM_REQUIRED',
  'PASSKEY_REFUSED',
  'PASSKEY_UNKNOWN',
  'PASSKEYS_FULL',
  'SECOND_FACTOR_ON',
  'SECOND_FACTOR_REQUIRED',
  'LINK_INVALID',
  'SELF_GRANT_REFUSED',
  // PostgreSQL's code of a duplicate, which clients read
  '23505',
  'NOT_IN_REVIEW',
  'ORDER_WITHDRAWN',
  'ALERT_NOT_FOUND',
  'TOKEN_NOT_FOUND',
  'WEBHOOK_NOT_FOUND',
  'WEBHOOK_TOO_MANY',
  'BULLETIN_NOT_FOUND',
  'BULLETIN_STARTED',
  'BULLETIN_TOO_MANY',
  'BULLETIN_EDITION_UNKNOWN',
  'BULLETIN_ORDERS_CHANGED',
  'WEBHOOK_URL_REFUSED',
  'GAME_CHANGED',
  'GAME_INVALID',
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
  'REFUND_UNSETTLED',
  'REFUND_ADDRESS_FROZEN',
  'REFUND_AMOUNT_CHANGED',
  'REFUND_TRANSACTION_USED',
  'REFUND_PLANNED',
  'REFUND_ADDRESS_UNLIKE',
  'INVOICE_NOT_READY',
  'COUNT_OUT_OF_RANGE',
  'FILE_LIMIT',
  'FILE_NOT_FOUND',
  'KEY_NOT_FOUND',
  'KEY_USED',
  'KEY_HELD',
  'KEY_RETIRED',
  'KEY_NOT_RETIRED',
  'KEY_GONE',
  'KEY_NOT_SOLD',
  'EMAIL_TAKEN',
  'PERSON_NOT_FOUND',
  'LAST_OWNER',
  'IMPORT_NOT_FOUND',
  'IMPORT_STARTED',
  'IMPORT_HAS_FAULTS',
  'CODE_EXISTS',
  'CODE_INVALID',
  'COUNTRY_NOT_ASKED',
  'COUNTRY_KEPT',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** The body of every failed call. The id of the request, which the shop's log has as well, is for whoever is asked for help. */
export const Failure = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.enum(ERROR_CODES),
  requestId: z.string().optional(),
})
export type Failure = z.infer<typeof Failure>

/** An e-mail address. */
export const Email = z.email().max(EMAIL_MAX)

/** Calls without input accept no body, or an empty object. */
export const EmptyRequest = z.strictObject({}).nullish()

/** The reply of calls that return nothing. */
export const Done = z.object({ success: z.literal(true) })

/**
 * These eight fields, a discount code if the buyer has one, and the currency if it is not the shop's own. `totalPrice` is what
 * the copies cost in it before the discount; it is compared with the server's own price, never used.
 */
export const CreatePaymentRequest = z.strictObject({
  userEmail: Email,
  steamId: lineField(0, EMAIL_MAX),
  walletAddress: lineField(1, 100),
  edition: EditionField,
  cryptoType: z.enum(COINS),
  cryptoNetwork: z.enum(NETWORKS),
  totalPrice: z.number().positive().max(ORDER_PRICE_MAX),
  quantity: z.int().min(QUANTITY_MIN).max(QUANTITY_MAX),
  discountCode: lineField(1, DISCOUNT_CODE_INPUT_MAX).optional(),
  currency: CurrencyField.optional(),
})
export type CreatePaymentRequest = z.infer<typeof CreatePaymentRequest>
/** The `Idempotency-Key` header: 8 to 200 visible ASCII characters. A repeat within 24 hours returns the first order. */
export const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{8,200}$/)

/**
 * A new order. `cryptoAmount` is the amount due, a decimal string of the coin; `price` is what all copies cost in `currency`,
 * after the discount, and `priceUSD` what that was worth in dollars when the order was made.
 */
export const Payment = z.object({
  id: z.uuid(),
  cryptoAmount: z.string(),
  cryptoType: z.enum(COINS),
  cryptoNetwork: z.enum(NETWORKS),
  paymentAddress: z.string(),
  currency: CurrencyField,
  price: z.number(),
  priceUSD: z.number(),
  /** What a code took off the price; only where one did. */
  discount: z.number().optional(),
  quantity: z.int(),
  edition: EditionField,
  status: z.enum(PAYMENT_STATUSES),
  flags: z.array(z.enum(PAYMENT_FLAGS)),
  expiresAt: IsoTimestamp,
  createdAt: IsoTimestamp,
  confirmedAt: IsoTimestamp.nullable(),
  transactionHash: z.string().nullable(),
  blockchainConfirmations: z.int(),
})
export type Payment = z.infer<typeof Payment>
/** The created order; with a repeated idempotency key, the existing one. */
export const CreatePaymentReply = z.object({ success: z.literal(true), payment: Payment })

/** The public row of a payment: status and invoice figures only, never e-mail, keys or the refund address. */
export const PaymentRow = z.object({
  id: z.uuid(),
  crypto_amount: z.string(),
  crypto_type: z.enum(COINS),
  crypto_network: z.enum(NETWORKS),
  payment_address: z.string(),
  currency: CurrencyField,
  /** What all copies cost, after the discount. */
  price: z.number(),
  /** What that was worth in dollars when the order was made. */
  price_usd: z.number(),
  /** What a code took off the price; only where one did. */
  discount: z.number().optional(),
  quantity: z.int(),
  edition: EditionField,
  status: z.enum(PAYMENT_STATUSES),
  flags: z.array(z.enum(PAYMENT_FLAGS)),
  /** The amounts received so far and still missing, as decimal strings of the coin. */
  received: z.string(),
  remaining: z.string(),
  required_confirmations: z.int(),
  expires_at: IsoTimestamp,
  created_at: IsoTimestamp,
  confirmed_at: IsoTimestamp.nullable(),
  transaction_hash: z.string().nullable(),
  blockchain_confirmations: z.int(),
  /** The rail is on a simulated chain: nothing of value may be sent. */
  simulated: z.boolean(),
  /** The buyer has withdrawn from the contract before it was confirmed. */
  withdrawn: z.boolean(),
})
export type PaymentRow = z.infer<typeof PaymentRow>

/** The order's id in the path. */
export const PaymentParams = z.object({ id: z.uuid() })

/** Requests a check of the chain for an order's payment. */
export const VerifyPaymentRequest = z.strictObject({ paymentId: z.uuid() })
/**
 * What the chain shows of an order's payment. `received` is a decimal string of the coin; `required` is the number of
 * confirmations that settle the order.
 */
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
/** The result of a check; it succeeds even if no payment was found. */
export const VerifyPaymentReply = z.object({ success: z.literal(true), result: VerifyPaymentResult })

/**
 * Why a rail is not available: it has no node, its nodes fail or were not checked lately, they lag, they serve another
 * chain than the settings say, no current rate of its coin is known, no address is known to be unused,
 * the database was restored and its recovery is not finished, or a disk is full.
 */
export const RAIL_REASONS = [
  'not_configured',
  'node_down',
  'node_lags',
  'node_mismatch',
  'no_rate',
  'no_address',
  'no_reader',
  'restored',
  'disk_full',
] as const
export type RailReason = (typeof RAIL_REASONS)[number]
/** Whether orders on a rail can be created now; `reason` is null if they can. */
export const RailState = z.object({
  network: z.enum(NETWORKS),
  available: z.boolean(),
  reason: z.enum(RAIL_REASONS).nullable(),
  /** The rail is on a simulated chain. */
  simulated: z.boolean(),
})
export type RailState = z.infer<typeof RailState>
/** A rail the shop offers, with what a buyer compares rails by. */
export const OfferedRail = RailState.extend({
  /** The current price of one coin in the currency asked for, a decimal string; null while no rate is known. */
  rate: z.string().nullable(),
  /** What one of that currency is worth in US dollars, a decimal string; null while that is not known. */
  dollars: z.string().nullable(),
  /** The confirmations that every order needs by KEYHOLD_CONFIRMATIONS; null if they depend on its price. */
  confirmations: z.int().nullable(),
  /** What links to wallets name; null where there is none, as on simulated chains. */
  chainId: z.int().nullable(),
  contract: z.string().nullable(),
})
export type OfferedRail = z.infer<typeof OfferedRail>
/** The currency of the rates; the shop's by default. */
export const RailsQuery = z.object({ currency: CurrencyField.optional() })
/** The state of every rail the shop offers, in the order pages show them. */
export const RailsReply = z.array(OfferedRail)

/** Whether the process is ready to sell (or, for `/health/live`, to serve), and the state of each part by its name. Status 503 if `ready` is false. */
export const HealthReply = z.object({
  ready: z.boolean(),
  parts: z.record(z.string(), z.object({ ok: z.boolean(), detail: z.string().optional() })),
})

/** The data of an order that require its second secret; `keys` is empty before delivery. */
export const OrderReply = z.object({
  payment: PaymentRow,
  email: z.string(),
  refundAddress: z.string(),
  keys: z.array(z.string()),
})
export type OrderReply = z.infer<typeof OrderReply>
