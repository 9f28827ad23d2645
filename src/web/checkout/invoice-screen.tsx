import type { PaymentView } from '#web/api/payment-view.ts'
import { plural } from '#texts/format.ts'
import { InvoiceActions } from '#web/payment/invoice-actions.tsx'
import { InvoiceFigures } from '#web/payment/invoice-figures.tsx'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { RedeemNote } from '#web/payment/redeem-note.tsx'
import { usePaidEdition } from '#web/payment/use-paid-edition.ts'
import { explainPayment } from '#web/payment/explain-payment.ts'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import { CheckIcon } from '#web/ui/line-icon.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { DeliveredFiles } from './delivered-files.tsx'
import { OrderPageLink } from './order-page-link.tsx'

interface InvoiceScreenProps {
  readonly payment: PaymentView
  /** Where the keys were sent; null if this browser may not know. */
  readonly email: string | null
  readonly onClose: () => void
}

/** The confirmed invoice. */
export function InvoiceScreen({ payment, email, onClose }: InvoiceScreenProps) {
  const { texts } = usePaymentContext()
  const paid = usePaidEdition(payment.edition)
  return (
    <section className="pay-invoice">
      <div className="pay-banner">
        <span className="pay-banner-sign">
          <CheckIcon />
        </span>
        <StepHeading>{texts.invoice.title}</StepHeading>
        <p className="pay-badge pay-badge-verified">{texts.invoice.badge}</p>
      </div>
      <KeyDelivery payment={payment} email={email} />
      {paid?.hasFiles === true ? <DeliveredFiles id={payment.id} /> : null}
      <RedeemNote redeem={paid?.redeem ?? null} isOpen />
      <InvoiceFigures payment={payment} />
      <InvoiceActions payment={payment} />
      <button type="button" className="button button-quiet pay-button-wide" onClick={onClose}>
        {texts.close}
      </button>
    </section>
  )
}

function KeyDelivery({ payment, email }: Omit<InvoiceScreenProps, 'onClose'>) {
  const { texts, language } = usePaymentContext()
  const { invoice } = texts
  const { notes, next } = explainPayment(payment, true)
  const isWaiting = next === 'wait'
  const sent = plural(language, email === null ? invoice.keysSentUnknown : invoice.keysSent, payment.quantity)
  return (
    <div className="pay-keys-note">
      {isWaiting ? null : (
        <p>
          <FillText text={sent} values={{ email: <Latin>{email}</Latin> }} />{' '}
          {plural(language, invoice.keysOnPage, payment.quantity)}
        </p>
      )}
      {notes.map((note) => (
        <p key={note}>{texts.note[note]}</p>
      ))}
      <OrderPageLink
        payment={payment}
        label={isWaiting ? invoice.orderPage : plural(language, invoice.showKeys, payment.quantity)}
        anchor="#keys"
      />
    </div>
  )
}
