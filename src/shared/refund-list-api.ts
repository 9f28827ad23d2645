import * as z from 'zod'
import { REFUND_SORTS } from './list-sorts.ts'
import { OrderListQuery } from './order-filter-api.ts'
import { REFUND_STATUSES, RefundRow } from './orders-api.ts'

// The back office's calls that list refunds and answer with one.

/** A page of the list of refunds. */
export const RefundListQuery = z.object({
  /** `open`: requested, recorded or mismatched. */
  status: z.enum(['all', 'open', ...REFUND_STATUSES]).default('open'),
  sort: z.enum(REFUND_SORTS).default('newest'),
  before: OrderListQuery.shape.before,
  limit: OrderListQuery.shape.limit,
})
export type RefundListQuery = z.infer<typeof RefundListQuery>
/** A page of refunds; `open` counts all open ones. */
export const RefundListReply = z.object({
  success: z.literal(true),
  refunds: z.array(RefundRow),
  next: z.string().nullable(),
  open: z.int(),
})
/** One refund. */
export const RefundReply = z.object({ success: z.literal(true), refund: RefundRow })
