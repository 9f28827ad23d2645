import { useCheckout } from './checkout-context.ts'
import { StepHeading } from './step-heading.tsx'
import { Help } from './verification-screen.tsx'

/** The closing screen of an order that was paid back. */
export function RefundedScreen({
  paymentId,
  onClose,
}: {
  readonly paymentId: string
  readonly onClose: () => void
}) {
  const { texts } = useCheckout()
  return (
    <section className="pay-refunded">
      <StepHeading>{texts.refunded.title}</StepHeading>
      <p>{texts.refunded.text}</p>
      <Help paymentId={paymentId} />
      <button type="button" className="button pay-button-wide" onClick={onClose}>
        {texts.close}
      </button>
    </section>
  )
}
