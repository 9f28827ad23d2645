import type * as z from 'zod'
import type { ClaimReply, OrderDetailReply, OrderListReply } from '#shared/orders-api.ts'
import type { RefundListReply, RefundReply } from '#shared/refund-list-api.ts'
import { callAdmin } from '#web/admin/call-admin.ts'

export type OrderListResult = z.infer<typeof OrderListReply>
export type StaffOrderReply = z.infer<typeof OrderDetailReply>
export type RefundListResult = z.infer<typeof RefundListReply>

export const ORDERS = '/functions/orders'
export const REFUNDS = '/functions/refunds'

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

type Refund = z.infer<typeof RefundReply>
export const sendRefundQuote = (id: string) => callAdmin<Refund>('POST', `${REFUNDS}/${id}/quote`, {})
export const sendRefundTransaction = (id: string, txHash: string) =>
  callAdmin<Refund>('POST', `${REFUNDS}/${id}/record`, { txHash })
export const sendRefundWithdrawal = (id: string) => callAdmin<Refund>('POST', `${REFUNDS}/${id}/withdraw`, {})
