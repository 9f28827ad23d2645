import type { BuyerOrder } from '#shared/buyer-api.ts'
import { callShop, type CallOptions, type CallOutcome } from './call-shop.ts'
import { readOrThrow } from './query-client.ts'

/** Reads what only the holder of the order's second secret may see; the secret is an http-only cookie. */
export function readBuyerOrder(id: string, options: CallOptions): Promise<BuyerOrder> {
  return readOrThrow<BuyerOrder>(`/data/orders/${encodeURIComponent(id)}`, options)
}

export interface BuyerRefundInput {
  readonly paymentId: string
  readonly quantity?: number
  /** The number of copies not yet refunded when the form was shown; it makes retries safe. */
  readonly copiesLeft: number
  /** An address other than the order's own. */
  readonly address?: string
  readonly reason: string
}

/** Requests a refund; the reply contains the updated order. */
export function sendRefundRequest(
  input: BuyerRefundInput,
): Promise<CallOutcome<{ readonly order: BuyerOrder }>> {
  return callShop('/functions/request-refund', input)
}

/** Exchanges the secret of a mailed link for the order's cookie. */
export function sendOpenRequest(paymentId: string, key: string): Promise<CallOutcome<object>> {
  return callShop('/functions/open-order', { paymentId, key })
}

/** Sends the order's newest mail again. */
export function sendResendRequest(paymentId: string): Promise<CallOutcome<object>> {
  return callShop('/functions/resend-order-mail', { paymentId })
}

/** Declares where the buyer lives, for VAT. */
export function sendCountry(paymentId: string, country: string): Promise<CallOutcome<object>> {
  return callShop('/functions/declare-country', { paymentId, country })
}

/** Checks whether an invoice with this digest is, or was, the order's. */
export function checkInvoice(
  paymentId: string,
  sha256: string,
): Promise<CallOutcome<{ readonly matches: boolean }>> {
  return callShop('/functions/check-invoice', { paymentId, sha256 })
}
