import { TOP_UP_S } from '#shared/constants.ts'
import type { CheckoutState } from './checkout-state.ts'

/**
 * Whether a closed dialog leaves nothing to resume. An expired payment that the buyer says was sent may still arrive,
 * so it is kept for as long as late payments are accepted.
 */
export function isFinished(state: CheckoutState, nowMs: number): boolean {
  switch (state.step) {
    case 'form':
    case 'loading':
      return false
    case 'missing':
    case 'invoice':
    case 'refunded':
      return true
    case 'payment':
      return state.payment.status === 'expired' || state.payment.status === 'invalid'
    case 'verification': {
      const { status, expiresAt } = state.payment
      const isTooLate = nowMs > Date.parse(expiresAt) + TOP_UP_S * 1000
      return state.check.kind === 'confirmed' || status === 'invalid' || (status === 'expired' && isTooLate)
    }
  }
}
