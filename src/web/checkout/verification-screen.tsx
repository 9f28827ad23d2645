import { useEffect, useId, useRef } from 'react'
import { plural } from '#texts/format.ts'
import type { OfferedRail } from '#shared/api.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { isFound, type Check } from './checkout-state.ts'
import { PaymentHelp } from '#web/payment/payment-help.tsx'
import { CheckIcon } from '#web/ui/line-icon.tsx'
import { formatClock } from '#web/payment/countdown.ts'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import type { PaymentSecurity } from '#web/payment/payment-security.ts'
import { Deadline } from '#web/payment/deadline.tsx'
import { explainPayment, needsNoAction } from '#web/payment/explain-payment.ts'
import { isUnread } from '#web/payment/payment-to-send.ts'
import { OrderPageLink } from './order-page-link.tsx'
import { PaymentStatusNote } from '#web/payment/payment-status-note.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { useElapsedSeconds, useSecondsLeft } from '#web/payment/use-clock.ts'
import { VerificationFacts } from './verification-facts.tsx'

interface VerificationScreenProps {
  readonly payment: PaymentView
  readonly rail: OfferedRail | null
  readonly check: Check
  readonly attempts: number
  readonly security: PaymentSecurity
  /** Checks now; after a failed check, once more. */
  readonly onCheck: () => void
  readonly onBack: () => void
  readonly onStartOver: () => void
}

/** The third step: what was found on the chain, what happens next, and a button to check it now. */
export function VerificationScreen(props: VerificationScreenProps) {
  const { payment, rail, check, security } = props
  const { texts } = usePaymentContext()
  const securityId = useId()
  const isWindowOver = useSecondsLeft(payment.expiresAt) === 0
  const { headline, next } = explainPayment(payment, isWindowOver)
  const isConfirmed = check.kind === 'confirmed'
  const isToSend = next === 'send' && !isConfirmed
  // While its confirmations are counted the page follows them by itself, and the money of a withdrawn order goes back.
  const isCheckable = !isConfirmed && payment.status !== 'detected' && !payment.isWithdrawn
  return (
    <section className="pay-verification">
      {isToSend ? (
        <button type="button" className="pay-back" onClick={props.onBack}>
          <BackIcon /> {texts.back}
        </button>
      ) : null}
      <div role="status">
        <StepHeading>
          {isConfirmed || headline === 'pending' ? texts.verification.title : texts.status[headline]}
        </StepHeading>
      </div>
      {isToSend ? <Deadline payment={payment} /> : null}
      <LiveStatus {...props} isWindowOver={isWindowOver} />
      <VerificationFacts payment={payment} rail={rail} isToSend={isToSend} />
      {isToSend || security !== 'valid' ? <SecurityLine id={securityId} security={security} /> : null}
      {isCheckable && !isToSend ? <CheckButton {...props} securityId={securityId} isQuiet /> : null}
      <PaymentHelp paymentId={payment.id} />
      {isConfirmed ? null : (
        <div className="pay-foot">
          {isToSend ? <CheckButton {...props} securityId={securityId} isQuiet={false} /> : null}
          {next === 'startOver' ? (
            <button type="button" className="button pay-button-wide" onClick={props.onStartOver}>
              {texts.startOver}
            </button>
          ) : null}
          {next === 'wait' ? <OrderPageLink payment={payment} label={texts.invoice.orderPage} /> : null}
        </div>
      )}
    </section>
  )
}

type Texts = ReturnType<typeof usePaymentContext>['texts']

interface LiveStatusProps extends VerificationScreenProps {
  readonly isWindowOver: boolean
}

function LiveStatus({ payment, rail, check, attempts, isWindowOver }: LiveStatusProps) {
  const { texts, language } = usePaymentContext()
  const elapsed = useElapsedSeconds(check.kind === 'waiting')
  const box = useAnswerFocus(check)
  const isConfirmed = check.kind === 'confirmed'
  const label = isConfirmed ? 'completed' : explainPayment(payment, isWindowOver).label
  // A flag on a waiting payment means that money was detected: reverted, replaced, or on another network.
  const hasNews = isFound(payment.status) || payment.flags.length > 0 || isUnread(rail)
  const hasStory = !isConfirmed && (hasNews || isWindowOver || payment.isWithdrawn)
  const line = statusLine(check, payment, texts)
  return (
    <div ref={box} className="pay-live-status" data-check={check.kind} tabIndex={-1}>
      <div role="status">
        {label === null ? null : <p className={`pay-label pay-label-${label}`}>{texts.panel.label[label]}</p>}
        {line === null ? null : <p className="pay-live-line">{line}</p>}
      </div>
      <div role="alert">
        {check.kind === 'failed' ? (
          <>
            <p className="pay-live-line">{texts.verification.failed}</p>
            {check.isUnanswered ? <p>{texts.verification.unanswered}</p> : null}
          </>
        ) : null}
      </div>
      {hasStory ? (
        <PaymentStatusNote
          payment={payment}
          isWindowOver={isWindowOver}
          isUnread={isUnread(rail)}
          hasHeadline={false}
        />
      ) : null}
      <p className="pay-elapsed">
        <span>{texts.verification.elapsed}</span>{' '}
        <span role="timer" aria-live="off">
          <Latin className="pay-clock">{formatClock(elapsed)}</Latin>
        </span>
        {attempts === 0 ? null : <span>{plural(language, texts.verification.attempts, attempts)}</span>}
      </p>
    </div>
  )
}

/**
 * Moves the focus to the answer of a check, and scrolls it into view: on a phone the button is a screen below it, and the
 * answer removes the button.
 */
function useAnswerFocus(check: Check) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(check.kind)
  useEffect(() => {
    const isAnswered = before.current === 'checking' && check.kind !== 'checking'
    before.current = check.kind
    if (!isAnswered) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'center' })
  }, [check.kind])
  return box
}

/** What a check says, or that nothing was found yet; null if the title and the notes say all. */
function statusLine(check: Check, payment: PaymentView, texts: Texts): string | null {
  if (check.kind === 'checking') return texts.verification.checking
  if (check.kind === 'confirmed') return texts.verification.confirmed
  const isWaiting = check.kind === 'waiting' && payment.status === 'pending'
  return isWaiting && !needsNoAction(payment) ? texts.verification.waiting : null
}

function SecurityLine({ id, security }: { readonly id: string; readonly security: PaymentSecurity }) {
  const { texts, supportEmail } = usePaymentContext()
  const words = texts.verification
  if (security === 'valid') {
    return (
      <p id={id} className="pay-security pay-security-valid">
        <CheckIcon /> {words.secured}
      </p>
    )
  }
  if (security === 'unread') {
    return (
      <p id={id} className="pay-security">
        {words.unread}
      </p>
    )
  }
  return (
    <p id={id} className="pay-security pay-security-invalid">
      <FillText text={words.insecure} values={{ email: <Latin>{supportEmail}</Latin> }} />
    </p>
  )
}

interface CheckButtonProps extends VerificationScreenProps {
  readonly securityId: string
  readonly isQuiet: boolean
}

function CheckButton({ check, security, securityId, isQuiet, onCheck }: CheckButtonProps) {
  const { texts } = usePaymentContext()
  const words = texts.verification
  const isSecured = security === 'valid'
  // Not `disabled`: a press before validation writes a warning to the console; the line above says why.
  return (
    <button
      type="button"
      className={`button pay-button-wide${isQuiet ? ' button-quiet' : ''}`}
      aria-disabled={check.kind === 'checking' || !isSecured}
      aria-describedby={isSecured ? undefined : securityId}
      onClick={onCheck}
    >
      {check.kind === 'failed' ? words.tryAgain : words.check}
    </button>
  )
}

function BackIcon() {
  return (
    <svg className="pay-sign pay-sign-back" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d="m12 4-6 6 6 6" />
    </svg>
  )
}
