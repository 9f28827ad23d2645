import type { ErrorCode } from '#shared/api.ts'

/** The reason why an action on an order was refused. Nothing was written. */
export interface OrderRefusal {
  readonly kind: 'refused'
  readonly status: 400 | 404 | 409 | 503
  readonly code: ErrorCode
  readonly message: string
}

/** Builds an {@link OrderRefusal}. */
export function orderRefusal(status: OrderRefusal['status'], code: ErrorCode, message: string): OrderRefusal {
  return { kind: 'refused', status, code, message }
}
