import { usePaymentContext } from '#web/payment/payment-context.ts'
import type { CheckoutState } from './checkout-state.ts'

const STEPS = ['form', 'payment', 'verification'] as const

/** Shows the buyer's position: details, payment, verification. */
export function StepTrail({ state }: { readonly state: CheckoutState }) {
  const { texts } = usePaymentContext()
  const current = stepIndex(state)
  if (current === null) return null
  return (
    <ol className="pay-step-trail" aria-label={texts.steps.label}>
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current ? '' : undefined}
        >
          {texts.steps[step]}
        </li>
      ))}
    </ol>
  )
}

function stepIndex(state: CheckoutState): number | null {
  switch (state.step) {
    case 'form':
      return 0
    case 'payment':
      return 1
    case 'verification':
      return 2
    case 'loading':
      return state.next === 'payment' ? 1 : 2
    default:
      return null
  }
}
