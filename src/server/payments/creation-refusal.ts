import type { ErrorCode } from '#shared/api.ts'

/** Why no order was created. Nothing was written and no captcha pass was spent. */
export interface CreationRefusal {
  readonly kind: 'refused'
  readonly status: number
  readonly code: ErrorCode
  readonly message: string
  readonly retryAfterS?: number
}

/** Builds a {@link CreationRefusal}. */
export function creationRefusal(status: number, code: ErrorCode, message: string): CreationRefusal {
  return { kind: 'refused', status, code, message }
}

/** Thrown inside the transaction that creates an order, to roll it back. */
export class OrderRefusedError extends Error {
  readonly refusal: CreationRefusal
  constructor(refusal: CreationRefusal) {
    super(refusal.message)
    this.name = 'OrderRefusedError'
    this.refusal = refusal
  }
}
