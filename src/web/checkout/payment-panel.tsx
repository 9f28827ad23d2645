import { useEffect, useEffectEvent } from 'react'
import { localeOf } from '#shared/locale-of.ts'
import { plural } from '#texts/format.ts'
import { QuietButton } from '#web/ui/quiet-button.tsx'
import type { PaymentView } from '#web/api/payment-view.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { formatClock } from '#web/payment/countdown.ts'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import type { PaymentSecurity } from '#web/payment/payment-security.ts'
import { panelLabel } from '#web/payment/explain-payment.ts'
import { amountToSend, PaymentInstructions } from '#web/payment/payment-instructions.tsx'
import { PaymentWarnings } from '#web/payment/payment-warnings.tsx'
import { PaymentStatusNote } from '#web/payment/payment-status-note.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { useSecondsLeft } from '#web/payment/use-clock.ts'
import { walletLink } from '#shared/wallet-link.ts'

interface PaymentPanelProps {
  readonly payment: PaymentView
  readonly security: PaymentSecurity
  readonly onSent: () => void
  /** Absent if there is no form to go back to. */
  readonly onStartOver?: () => void
}

/** The second step: what to send, to which address, and until when. */
export function PaymentPanel({ payment, security, onSent, onStartOver }: PaymentPanelProps) {
  const { texts, language } = usePaymentContext()
  const label = panelLabel(payment.status)
  const left = useSecondsLeft(payment.expiresAt)
  const isBad = security === 'invalidAddress' || security === 'invalidAmount'
  // No address is shown once it is too late to send; a partial payment that arrived in time may still be topped up.
  const isTooLate = left === 0 && payment.status !== 'partial'
  const time = new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short' })
  useSecurityWarning(security)
  return (
    <section className="pay-panel">
      <StepHeading>{texts.panel.title}</StepHeading>
      {label === null ? null : <p className={`pay-label pay-label-${label}`}>{texts.panel.label[label]}</p>}
      <Countdown left={left} />
      {isBad ? <SecurityAlarm security={security} /> : null}
      {isTooLate ? <PaymentStatusNote payment={payment} isWindowOver /> : null}
      {isBad || isTooLate ? null : (
        <>
          <PaymentInstructions payment={payment} walletLink={linkOf(payment)} />
          <PaymentWarnings
            payment={payment}
            until={time.format(Date.parse(payment.expiresAt))}
            heading="h4"
          />
        </>
      )}
      {left === 0 ? (
        <div className="pay-panel-over">
          <QuietButton onClick={onSent}>{texts.panel.alreadySent}</QuietButton>
          {onStartOver === undefined ? null : (
            <QuietButton onClick={onStartOver}>{texts.startOver}</QuietButton>
          )}
        </div>
      ) : null}
      <div className="pay-foot">
        <button type="button" className="button pay-button-wide" disabled={left === 0} onClick={onSent}>
          {texts.panel.verify}
        </button>
      </div>
    </section>
  )
}

const MINUTE_S = 60

function Countdown({ left }: { readonly left: number }) {
  const { texts, language, announce } = usePaymentContext()
  const announceLeft = useEffectEvent((seconds: number) => {
    announce(
      seconds === 0 ? texts.panel.windowOver : plural(language, texts.panel.minutesLeft, seconds / MINUTE_S),
    )
  })
  const isAnnounced = left === 0 || left === MINUTE_S || left === 5 * MINUTE_S
  useEffect(() => {
    if (isAnnounced) announceLeft(left)
  }, [isAnnounced, left])
  return (
    <p className="pay-countdown" data-low={left <= MINUTE_S ? '' : undefined}>
      <span>{texts.panel.timeLeft}</span>
      <span role="timer" aria-live="off">
        <Latin className="pay-clock">{formatClock(left)}</Latin>
      </span>
    </p>
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

function linkOf(payment: PaymentView): string | null {
  const { isSimulated, cryptoNetwork, paymentAddress } = payment
  return isSimulated ? null : walletLink(cryptoNetwork, paymentAddress, amountToSend(payment))
}
