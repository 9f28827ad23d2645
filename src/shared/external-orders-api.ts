import * as z from 'zod'
import { OrderListQuery } from './order-filter-api.ts'
import { EXTERNAL_STATES, ExternalOrder } from './program-orders.ts'

/**
 * A page of the list of sales made elsewhere, newest first; `q` is the start of a reference or of an e-mail, or an id or at least
 * its first 8 characters. `before` is `next` of the previous page.
 */
export const ExternalOrderListQuery = OrderListQuery.pick({
  edition: true,
  q: true,
  before: true,
  limit: true,
}).extend({ state: z.enum(['all', ...EXTERNAL_STATES]).default('all') })
export type ExternalOrderListQuery = z.infer<typeof ExternalOrderListQuery>

export const ExternalOrderListReply = z.object({
  success: z.literal(true),
  orders: z.array(ExternalOrder),
  next: z.string().nullable(),
  total: z.int(),
  /** True if there are more than are counted. */
  hasMore: z.boolean(),
})
