import type { PaymentStatus } from '#shared/payment-status.ts'

/** Whether the status may change within minutes without the buyer's action: the page then reloads itself. */
export function isWaiting(status: PaymentStatus): boolean {
  return status === 'pending' || status === 'partial' || status === 'detected'
}
