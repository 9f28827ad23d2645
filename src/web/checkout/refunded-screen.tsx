import { usePaymentContext } from '#web/payment/payment-context.ts'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { PaymentHelp } from '#web/payment/payment-help.tsx'

/** The closing screen of a refunded order. */
export function RefundedScreen({
  paymentId,
  onClose,
}: {
  readonly paymentId: string
  readonly onClose: () => void
}) {
  const { texts } = usePaymentContext()
  return (
    <section className="pay-refunded">
      <StepHeading>{texts.status.refunded}</StepHeading>
      <p>{texts.note.refunded}</p>
      <PaymentHelp paymentId={paymentId} />
      <button type="button" className="button pay-button-wide" onClick={onClose}>
        {texts.close}
      </button>
    </section>
  )
}
