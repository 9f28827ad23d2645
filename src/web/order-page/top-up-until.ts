import { TOP_UP_S } from '#shared/constants.ts'
import type { PaymentView } from '#web/api/payment-view.ts'

/** Until when a short payment may be completed, and late money confirms by itself. */
export function topUpUntil({ expiresAt }: Pick<PaymentView, 'expiresAt'>): string {
  return new Date(Date.parse(expiresAt) + TOP_UP_S * 1000).toISOString()
}
