import * as z from 'zod'
import { CurrencyField, EditionField } from './api.ts'
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from './payment-status.ts'

/** As PostgreSQL writes it into JSON, such as `2026-11-22T12:00:00+00:00`. */
const At = z.iso.datetime({ offset: true })

/** What a webhook tells of an order: its figures, and never a key or a secret. */
export const OrderEventData = z.object({
  orderId: z.uuid(),
  status: z.enum(PAYMENT_STATUSES),
  flags: z.array(z.enum(PAYMENT_FLAGS)),
  edition: EditionField,
  quantity: z.int(),
  /** Of all copies, after the discount, in the smallest unit of `currency`. */
  priceCents: z.int(),
  /** Null without one. */
  discountCode: z.string().nullable(),
  /** What it took off, in the same unit; 0 without one. */
  discountCents: z.int(),
  currency: CurrencyField,
  /** What that was worth in US cents when the order was made. */
  priceUsdCents: z.int(),
  network: z.string(),
  language: z.string(),
  createdAt: At,
  confirmedAt: At.nullable(),
  deliveredAt: At.nullable(),
  /** Of refunds only; null where a refund has no copies. */
  refundId: z.uuid().nullish(),
  refundedCopies: z.int().nullish(),
  /** Only where the endpoint is set to get it; null once it was erased. */
  email: z.string().nullish(),
})

/** What a webhook tells of a sale made elsewhere. */
export const ExternalEventData = z.object({
  id: z.uuid(),
  /** The number that the sale has where it was made. */
  reference: z.string(),
  edition: EditionField,
  quantity: z.int(),
})

/** What a webhook tells of an alert, which may be one of the stock. */
export const AlertEventData = z.object({
  alertId: z.uuid(),
  kind: z.string(),
  /** What it is about: an edition, a chain, an order, or `shop`. */
  subject: z.string(),
  facts: z.record(z.string(), z.unknown()),
  raisedAt: At,
  closedAt: At.nullable(),
  isClosedByStaff: z.boolean(),
})

/** The body of a webhook: its event, when that happened, and what it tells. */
export function webhookBody<Data extends z.ZodType>(data: Data) {
  return z.object({ type: z.string(), timestamp: z.iso.datetime(), data })
}
