import { fill, formatCount } from '#texts/format.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { usePaymentContext } from './payment-context.ts'
import { amountText } from './coin-names.ts'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import { explainPayment } from './explain-payment.ts'

interface PaymentStatusNoteProps {
  readonly payment: PaymentView
  readonly isWindowOver: boolean
  readonly hasHeadline?: boolean
}

/** Explains a payment's status and what happens next, with the confirmations it waits for. */
export function PaymentStatusNote({ payment, isWindowOver, hasHeadline = true }: PaymentStatusNoteProps) {
  const { texts } = usePaymentContext()
  const { headline, notes } = explainPayment(payment.status, payment.flags, isWindowOver)
  const values = {
    received: <Latin>{amountText(payment.received, payment.cryptoNetwork)}</Latin>,
    remaining: <Latin>{amountText(payment.remaining, payment.cryptoNetwork)}</Latin>,
  }
  return (
    <div className="pay-story">
      {hasHeadline ? <p className="pay-story-headline">{texts.status[headline]}</p> : null}
      {payment.status === 'detected' ? <Confirmations payment={payment} /> : null}
      {notes.map((note) => (
        <p key={note}>
          <FillText text={texts.note[note]} values={values} />
        </p>
      ))}
    </div>
  )
}

function Confirmations({ payment }: { readonly payment: PaymentView }) {
  const { texts, language } = usePaymentContext()
  const { blockchainConfirmations: count, requiredConfirmations: required } = payment
  if (required === 0) return null
  const shown = Math.min(count, required)
  const words = fill(texts.verification.confirmationsOf, {
    count: formatCount(language, shown),
    required: formatCount(language, required),
  })
  return (
    <p className="pay-confirmations">
      <span>
        {texts.verification.confirmations}: {words}
      </span>
      <progress max={required} value={shown} aria-label={texts.verification.confirmations} />
    </p>
  )
}
