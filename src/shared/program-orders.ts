import * as z from 'zod'
import { CurrencyField, EditionField, Email } from './api.ts'
import { IsoTimestamp, lineField } from './api-fields.ts'
import { QUANTITY_MAX, QUANTITY_MIN } from './constants.ts'
import { DISCOUNT_CODE_INPUT_MAX } from './discounts.ts'
import { LANGUAGES } from './languages.ts'
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from './payment-status.ts'
import { NETWORKS } from './rails.ts'

/** What a program says of any order that it creates. */
const orderFields = {
  /** Where the mails go. */
  email: Email,
  edition: EditionField,
  quantity: z.int().min(QUANTITY_MIN).max(QUANTITY_MAX),
  /** Of the mails; the shop's first language if it is absent. */
  language: z.enum(LANGUAGES).optional(),
}

/** An order to be paid in a coin, for a studio's own front end. */
export const ProgramOrderRequest = z.strictObject({
  ...orderFields,
  network: z.enum(NETWORKS),
  /** Where a refund goes: an address of the buyer's on the same network. */
  refundAddress: lineField(1, 100),
  /** One that the shop offers; its own if it is absent. */
  currency: CurrencyField.optional(),
  /**
   * What the buyer was shown for all copies, in the currency, before a discount. If it is given and is not the price, the order
   * is refused.
   */
  price: z
    .string()
    .regex(/^\d{1,9}(\.\d{1,4})?$/)
    .optional(),
  discountCode: lineField(1, DISCOUNT_CODE_INPUT_MAX).optional(),
})
export type ProgramOrderRequest = z.infer<typeof ProgramOrderRequest>

/** A sale that was made and paid elsewhere: its keys are delivered from the stock. */
export const ExternalOrderRequest = z.strictObject({
  ...orderFields,
  /** The number of the sale where it was made. One edition is delivered once for each. */
  reference: lineField(1, 100),
})
export type ExternalOrderRequest = z.infer<typeof ExternalOrderRequest>

/** An order paid in a coin. Amounts are decimal strings. */
export const CryptoOrder = z.object({
  kind: z.literal('crypto'),
  id: z.uuid(),
  /** Null once it is erased; masked unless the token has `orders:emails`. */
  email: z.string().nullable(),
  edition: EditionField,
  quantity: z.int(),
  /** Of all copies, in `currency`, after the discount. */
  price: z.string(),
  /** What a code took off. */
  discount: z.string(),
  currency: CurrencyField,
  network: z.enum(NETWORKS),
  symbol: z.string(),
  /** What is due, exactly. */
  amount: z.string(),
  received: z.string(),
  remaining: z.string(),
  address: z.string(),
  /** Whether the network is a demo's, where real coins would be lost. */
  isSimulated: z.boolean(),
  status: z.enum(PAYMENT_STATUSES),
  flags: z.array(z.enum(PAYMENT_FLAGS)),
  confirmations: z.int(),
  requiredConfirmations: z.int(),
  transactionHash: z.string().nullable(),
  createdAt: IsoTimestamp,
  expiresAt: IsoTimestamp,
  confirmedAt: IsoTimestamp.nullable(),
  deliveredAt: IsoTimestamp.nullable(),
})
export type CryptoOrder = z.infer<typeof CryptoOrder>

/** `waiting`: its keys are set aside, and leave when the studio releases the keys of the edition. */
export const EXTERNAL_STATES = ['waiting', 'delivered', 'refunded'] as const
export type ExternalState = (typeof EXTERNAL_STATES)[number]

/** A sale made elsewhere. */
export const ExternalOrder = z.object({
  kind: z.literal('external'),
  id: z.uuid(),
  reference: z.string(),
  /** Null once it is erased; masked unless the token has `orders:emails`. */
  email: z.string().nullable(),
  edition: EditionField,
  quantity: z.int(),
  state: z.enum(EXTERNAL_STATES),
  createdAt: IsoTimestamp,
  /** When the mail with the keys was queued. */
  deliveredAt: IsoTimestamp.nullable(),
  refundedAt: IsoTimestamp.nullable(),
})
export type ExternalOrder = z.infer<typeof ExternalOrder>

/**
 * The reply to a new crypto order. `invoiceUrl` is the page of the order, which shows how to pay and later the keys: for
 * its buyer alone.
 */
export const ProgramOrderReply = z.object({
  success: z.literal(true),
  order: CryptoOrder,
  invoiceUrl: z.url(),
})

export const ExternalOrderReply = z.object({ success: z.literal(true), order: ExternalOrder })

export const AnyOrderReply = z.object({
  success: z.literal(true),
  order: z.discriminatedUnion('kind', [CryptoOrder, ExternalOrder]),
})

export const OrderIdParams = z.object({ id: z.uuid() })
