import type { Limits } from './rate-limits.ts'

/** What a client must do to create an order now. */
export type OrderLimit =
  | { readonly kind: 'open' }
  /** Over the limit: only a captcha solved within the last minute is accepted, see `passSpending`. */
  | { readonly kind: 'fresh-captcha' }
  | { readonly kind: 'refused'; readonly retryAfterS: number }

/** Checks a client's limit of orders. All customers of a carrier may share an address, so above the limit a new captcha is required before orders are rejected. */
export async function checkOrderLimit(limits: Limits, client: string): Promise<OrderLimit> {
  const usual = await limits.take('orders', client)
  if (usual.allowed) return { kind: 'open' }
  const beyond = await limits.take('orders-with-fresh-captcha', client)
  return beyond.allowed ? { kind: 'fresh-captcha' } : { kind: 'refused', retryAfterS: beyond.retryAfterS }
}
