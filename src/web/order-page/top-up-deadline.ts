import { TOP_UP_S } from '#shared/constants.ts'
import type { PaymentView } from '#web/api/payment-view.ts'

/** Returns until when a partial payment can be completed and late payments are confirmed automatically. */
export function topUpDeadline({ expiresAt }: Pick<PaymentView, 'expiresAt'>): string {
  return new Date(Date.parse(expiresAt) + TOP_UP_S * 1000).toISOString()
}
