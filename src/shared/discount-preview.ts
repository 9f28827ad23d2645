import * as z from 'zod'
import { CreatePaymentRequest, CurrencyField } from './api.ts'

/** An order as far as its price depends on it, with a code. */
export const DiscountPreviewRequest = z.strictObject({
  edition: CreatePaymentRequest.shape.edition,
  quantity: CreatePaymentRequest.shape.quantity,
  discountCode: CreatePaymentRequest.shape.discountCode.unwrap(),
  currency: CreatePaymentRequest.shape.currency,
})
export type DiscountPreviewRequest = z.infer<typeof DiscountPreviewRequest>

/** What a code would take off an order now, and what is left to pay, both in `currency`. */
export const DiscountPreview = z.object({ currency: CurrencyField, discount: z.number(), price: z.number() })
export type DiscountPreview = z.infer<typeof DiscountPreview>
export const DiscountPreviewReply = z.object({ success: z.literal(true), preview: DiscountPreview })
