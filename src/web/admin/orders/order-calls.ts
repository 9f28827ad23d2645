import type * as z from 'zod'
import type { ClaimReply, OrderDetailReply, OrderListReply } from '#shared/orders-api.ts'
import type { RefundListReply, RefundReply } from '#shared/refund-list-api.ts'
import { readOrThrow } from '#web/api/query-client.ts'
import { callAdmin } from '#web/admin/call-admin.ts'
import { orderListQuery, type OrderFilters } from './order-filters.ts'

export type OrderListResult = z.infer<typeof OrderListReply>
export type StaffOrderReply = z.infer<typeof OrderDetailReply>
export type RefundListResult = z.infer<typeof RefundListReply>

const ORDERS = '/functions/orders'
const REFUNDS = '/functions/refunds'

export function readOrders(
  filters: OrderFilters,
  before: string,
  signal: AbortSignal,
): Promise<OrderListResult> {
  return readOrThrow(`${ORDERS}?${orderListQuery(filters, before)}`, { signal })
}

export function readStaffOrder(id: string, signal: AbortSignal): Promise<StaffOrderReply> {
  return readOrThrow(`${ORDERS}/${encodeURIComponent(id)}`, { signal })
}

/** The body of a refund request; without `quantity` it covers all remaining copies. */
export interface StaffRefundInput {
  readonly quantity?: number
  readonly address?: string
  readonly reason: string
}

export const acceptOrder = (id: string) => callAdmin<StaffOrderReply>('POST', `${ORDERS}/${id}/accept`, {})
export const sendClaim = (id: string, txHash: string) =>
  callAdmin<z.infer<typeof ClaimReply>>('POST', `${ORDERS}/${id}/claim`, { txHash })
export const sendStaffRefundRequest = (id: string, input: StaffRefundInput) =>
  callAdmin<StaffOrderReply>('POST', `${ORDERS}/${id}/refund-due`, input)
export const addNote = (id: string, note: string) =>
  callAdmin<StaffOrderReply>('POST', `${ORDERS}/${id}/note`, { note })
export const resendMailAsStaff = (id: string) =>
  callAdmin<StaffOrderReply>('POST', `${ORDERS}/${id}/resend`, {})

export function readRefunds(
  wanted: { readonly status: string; readonly sort: string },
  before: string,
  signal: AbortSignal,
): Promise<RefundListResult> {
  const query = new URLSearchParams({ ...wanted, ...(before === '' ? {} : { before }) })
  return readOrThrow(`${REFUNDS}?${query.toString()}`, { signal })
}

type Refund = z.infer<typeof RefundReply>
export const sendRefundQuote = (id: string) => callAdmin<Refund>('POST', `${REFUNDS}/${id}/quote`, {})
export const sendRefundTransaction = (id: string, txHash: string) =>
  callAdmin<Refund>('POST', `${REFUNDS}/${id}/record`, { txHash })
export const sendRefundWithdrawal = (id: string) => callAdmin<Refund>('POST', `${REFUNDS}/${id}/withdraw`, {})
