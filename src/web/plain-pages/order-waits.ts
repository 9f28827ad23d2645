import type { PaymentStatus } from '#shared/payment-status.ts'

/** Whether something may still happen by itself within minutes: then the page looks again. */
export function isWaiting(status: PaymentStatus): boolean {
  return status === 'pending' || status === 'partial' || status === 'detected'
}
