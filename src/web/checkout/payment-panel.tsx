import { useEffect } from 'react'
import { localeOf } from '#shared/locale-of.ts'
import { QuietButton } from '#web/ui/quiet-button.tsx'
import type { OfferedRail } from '#shared/api.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { Deadline } from '#web/payment/deadline.tsx'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import type { PaymentSecurity } from '#web/payment/payment-security.ts'
import { explainPayment } from '#web/payment/explain-payment.ts'
import { PaymentInstructions } from '#web/payment/payment-instructions.tsx'
import { PaymentWarnings } from '#web/payment/payment-warnings.tsx'
import { PaymentStatusNote } from '#web/payment/payment-status-note.tsx'
import { isUnread } from '#web/payment/payment-to-send.ts'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { useSecondsLeft } from '#web/payment/use-clock.ts'

interface PaymentPanelProps {
  readonly payment: PaymentView
  readonly rail: OfferedRail | null
  readonly security: PaymentSecurity
  readonly onSent: () => void
  readonly onStartOver: () => void
}

/** The second step: what to send, to which address, and until when. */
export function PaymentPanel({ payment, rail, security, onSent, onStartOver }: PaymentPanelProps) {
  const { texts, language } = usePaymentContext()
  const { panel } = texts
  const isWindowOver = useSecondsLeft(payment.expiresAt) === 0
  const { label, next } = explainPayment(payment, isWindowOver)
  const isBad = security === 'invalidAddress' || security === 'invalidAmount'
  // No address is shown once it is too late to send; a partial payment that arrived in time may still be topped up.
  const isTooLate = next !== 'send'
  const time = new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short' })
  useSecurityWarning(security)
  return (
    <section className="pay-panel">
      <StepHeading>{panel.title}</StepHeading>
      {label === null ? null : <p className={`pay-label pay-label-${label}`}>{panel.label[label]}</p>}
      <Deadline payment={payment} />
      {isBad ? <SecurityAlarm security={security} /> : null}
      {isTooLate ? <PaymentStatusNote payment={payment} isWindowOver isUnread={isUnread(rail)} /> : null}
      {isBad || isTooLate ? null : (
        <>
          <PaymentInstructions payment={payment} rail={rail} />
          <PaymentWarnings
            payment={payment}
            until={isWindowOver ? null : time.format(Date.parse(payment.expiresAt))}
            heading="h4"
          />
        </>
      )}
      {isWindowOver ? (
        <div className="pay-panel-over">
          {isTooLate ? <QuietButton onClick={onSent}>{panel.alreadySent}</QuietButton> : null}
          <QuietButton disabled>{panel.verify}</QuietButton>
        </div>
      ) : null}
      <div className="pay-foot">
        <button type="button" className="button pay-button-wide" onClick={isTooLate ? onStartOver : onSent}>
          {isTooLate ? texts.startOver : isWindowOver ? panel.alreadySent : panel.verify}
        </button>
      </div>
    </section>
  )
}

/** Logs the warnings to the console; the page shows them as well. */
function useSecurityWarning(security: PaymentSecurity): void {
  useEffect(() => {
    if (security === 'invalidAddress') console.warn('Invalid payment address format')
    if (security === 'invalidAmount') console.warn('Invalid crypto amount format')
  }, [security])
}

function SecurityAlarm({ security }: { readonly security: 'invalidAddress' | 'invalidAmount' }) {
  const { texts, supportEmail } = usePaymentContext()
  return (
    <p className="pay-warning" role="alert">
      <FillText text={texts.panel[security]} values={{ email: <Latin>{supportEmail}</Latin> }} />
    </p>
  )
}
