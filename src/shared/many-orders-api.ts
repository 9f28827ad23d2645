import * as z from 'zod'
import { ERROR_CODES } from './api.ts'
import { CHOSEN_ORDERS_MAX } from './constants.ts'
import { RefundReason } from './orders-api.ts'

// The back office's call about several orders.

const ChosenOrders = z.array(z.uuid()).min(1).max(CHOSEN_ORDERS_MAX)
/** The same decision about several orders. `refund`: as `RefundDueRequest`, all that is left, to each order's own address. */
export const ManyOrdersRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('resend'), orderIds: ChosenOrders }),
  z.strictObject({ action: z.literal('refund'), orderIds: ChosenOrders, reason: RefundReason }),
])
export type ManyOrdersRequest = z.infer<typeof ManyOrdersRequest>
/** The orders by their ids: where it was done, and where not, with the code that the call about one order answers. */
export const ManyOrdersReply = z.object({
  success: z.literal(true),
  done: z.array(z.uuid()),
  refused: z.array(z.object({ orderId: z.uuid(), code: z.enum(ERROR_CODES) })),
})
export type ManyOrdersReply = z.infer<typeof ManyOrdersReply>
