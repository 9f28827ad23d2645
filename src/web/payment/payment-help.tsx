import { FillText, Latin } from '#web/ui/fill-text.tsx'
import { usePaymentContext } from './payment-context.ts'

/** How to contact the studio about a payment; the mail mentions its id. */
export function PaymentHelp({ paymentId }: { readonly paymentId: string }) {
  const { texts, supportEmail } = usePaymentContext()
  const link = (
    <a href={`mailto:${supportEmail}?subject=${encodeURIComponent(paymentId)}`}>
      <Latin>{supportEmail}</Latin>
    </a>
  )
  return (
    <p className="pay-help">
      <FillText text={texts.verification.help} values={{ email: link, id: <Latin>{paymentId}</Latin> }} />
    </p>
  )
}
