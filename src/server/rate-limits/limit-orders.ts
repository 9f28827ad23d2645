import type { Limits } from './rate-limits.ts'

/** What an order of a client needs now. */
export type OrderLimit =
  | { readonly kind: 'open' }
  /** Over the limit: only a captcha solved within the last minute counts, see `spendPass`. */
  | { readonly kind: 'fresh-captcha' }
  | { readonly kind: 'refused'; readonly retryAfterS: number }

/** Whole carriers share one address, so above the limit the captcha is asked again before anyone is refused. */
export async function limitOrders(limits: Limits, client: string): Promise<OrderLimit> {
  const usual = await limits.take('orders', client)
  if (usual.allowed) return { kind: 'open' }
  const beyond = await limits.take('orders-with-fresh-captcha', client)
  return beyond.allowed ? { kind: 'fresh-captcha' } : { kind: 'refused', retryAfterS: beyond.retryAfterS }
}
