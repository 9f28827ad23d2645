import type { CreatePaymentRequest, Payment, PaymentRow, VerifyPaymentResult } from '#shared/api.ts'
import type { DiscountPreview, DiscountPreviewRequest } from '#shared/discount-preview.ts'
import type { Language } from '#shared/languages.ts'
import { callShop, type CallOptions, type CallOutcome } from './call-shop.ts'
import { readOrThrow } from './query-client.ts'

/**
 * Creates a payment. The idempotency key makes retries safe: the same key with the same request returns the same
 * payment.
 * @param language of the dialog: the order's mails are written in it.
 */
export async function sendOrder(
  request: CreatePaymentRequest,
  idempotencyKey: string,
  language: Language,
): Promise<CallOutcome<Payment>> {
  const outcome = await callShop<{ payment?: Payment }>('/functions/create-crypto-payment', request, {
    idempotencyKey,
    language,
  })
  if (outcome.kind === 'failed') return outcome
  const { payment } = outcome.reply
  if (payment === undefined) return invalid('Invalid response from payment service')
  return { kind: 'ok', reply: payment }
}

/** Asks what a code takes off an order. One that does not exist costs the captcha pass. */
export async function sendDiscountPreview(
  request: DiscountPreviewRequest,
): Promise<CallOutcome<DiscountPreview>> {
  const outcome = await callShop<{ preview?: DiscountPreview }>('/functions/preview-discount', request)
  if (outcome.kind === 'failed') return outcome
  const { preview } = outcome.reply
  return preview === undefined ? invalid('expected a preview') : { kind: 'ok', reply: preview }
}

/** Makes the shop check the chain now. */
export async function verifyPayment(paymentId: string): Promise<CallOutcome<VerifyPaymentResult>> {
  const path = '/functions/verify-crypto-payment'
  const outcome = await callShop<{ result?: VerifyPaymentResult }>(path, { paymentId })
  if (outcome.kind === 'failed') return outcome
  const { result } = outcome.reply
  return result === undefined ? invalid('Verification failed') : { kind: 'ok', reply: result }
}

/** Reads the stored row. */
export function readPayment(id: string, options: CallOptions): Promise<PaymentRow> {
  return readOrThrow<PaymentRow>(`/data/payments/${encodeURIComponent(id)}`, options)
}

function invalid(error: string): CallOutcome<never> {
  return { kind: 'failed', code: 'INVALID_REPLY', error, status: 200, retryAfterMs: null, requestId: null }
}
