import type { BuyerOrder } from '#shared/buyer-api.ts'
import { callShop, type CallOptions, type CallOutcome } from './call-shop.ts'
import { readOrThrow } from './query-client.ts'

/** Reads what only the holder of the order's second secret may see; the secret is an http-only cookie. */
export function readOrder(id: string, options: CallOptions): Promise<BuyerOrder> {
  return readOrThrow<BuyerOrder>(`/data/orders/${encodeURIComponent(id)}`, options)
}

export interface BuyerRefundInput {
  readonly paymentId: string
  readonly quantity?: number
  /** How many were left on the page: makes it safe to ask again. */
  readonly copiesLeft: number
  /** Another address than the order's own. */
  readonly address?: string
  readonly reason: string
}

/** Asks for a refund; answers with the order as it then is. */
export function sendRefundRequest(
  wish: BuyerRefundInput,
): Promise<CallOutcome<{ readonly order: BuyerOrder }>> {
  return callShop('/functions/request-refund', wish)
}

/** Has the order's newest mail sent again. */
export function resendMail(paymentId: string): Promise<CallOutcome<object>> {
  return callShop('/functions/resend-order-mail', { paymentId })
}

/** Whether an invoice with this digest is, or was, the order's. */
export function checkInvoice(
  paymentId: string,
  sha256: string,
): Promise<CallOutcome<{ readonly matches: boolean }>> {
  return callShop('/functions/check-invoice', { paymentId, sha256 })
}
