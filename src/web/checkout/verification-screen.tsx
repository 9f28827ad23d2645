import { useEffect, useId, useRef } from 'react'
import { plural } from '#texts/format.ts'
import { QuietButton } from '#web/ui/quiet-button.tsx'
import type { PaymentView } from '#web/api/payment-view.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { isFound, type Check } from './checkout-state.ts'
import { PaymentHelp } from '#web/payment/payment-help.tsx'
import { CheckIcon } from '#web/ui/line-icon.tsx'
import { formatClock } from '#web/payment/countdown.ts'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import type { PaymentSecurity } from '#web/payment/payment-security.ts'
import { explainPayment, needsNoAction, panelLabel } from '#web/payment/explain-payment.ts'
import { PaymentStatusNote } from '#web/payment/payment-status-note.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { useElapsedSeconds, useSecondsLeft } from '#web/payment/use-clock.ts'
import { VerificationFacts } from './verification-facts.tsx'

interface VerificationScreenProps {
  readonly payment: PaymentView
  readonly check: Check
  readonly attempts: number
  readonly security: PaymentSecurity
  /** Checks now; after a failed check, once more. */
  readonly onCheck: () => void
  readonly onBack: () => void
  readonly onStartOver?: () => void
}

/** The third step: what was found on the chain, what happens next, and a button to check it now. */
export function VerificationScreen(props: VerificationScreenProps) {
  const { payment, check, security } = props
  const { texts } = usePaymentContext()
  const securityId = useId()
  const isWindowOver = useSecondsLeft(payment.expiresAt) === 0
  const isOver = payment.status === 'expired' || payment.status === 'invalid'
  const mayGoBack = check.kind !== 'confirmed' && !needsNoAction(payment.status, payment.flags)
  return (
    <section className="pay-verification">
      {mayGoBack ? (
        <button type="button" className="pay-back" onClick={props.onBack}>
          <BackIcon /> {texts.back}
        </button>
      ) : null}
      <div role="status">
        <StepHeading>{titleOf(props, isWindowOver, texts)}</StepHeading>
      </div>
      <LiveStatus {...props} isWindowOver={isWindowOver} />
      <VerificationFacts payment={payment} />
      <SecurityLine id={securityId} security={security} />
      <Actions {...props} securityId={securityId} />
      {isOver && props.onStartOver !== undefined ? (
        <QuietButton onClick={props.onStartOver}>{texts.startOver}</QuietButton>
      ) : null}
      <PaymentHelp paymentId={payment.id} />
    </section>
  )
}

type Texts = ReturnType<typeof usePaymentContext>['texts']

/** The name of the step; once there is something to tell, what has happened. */
function titleOf({ payment, check }: VerificationScreenProps, isWindowOver: boolean, texts: Texts): string {
  const { headline } = explainPayment(payment.status, payment.flags, isWindowOver)
  return check.kind === 'confirmed' || headline === 'pending'
    ? texts.verification.title
    : texts.status[headline]
}

interface LiveStatusProps extends VerificationScreenProps {
  readonly isWindowOver: boolean
}

function LiveStatus({ payment, check, attempts, isWindowOver }: LiveStatusProps) {
  const { texts, language } = usePaymentContext()
  const elapsed = useElapsedSeconds(check.kind === 'waiting')
  const box = useAnswerFocus(check)
  const label = check.kind === 'confirmed' ? 'completed' : panelLabel(payment.status)
  // A flag on a waiting payment means that money was detected: reverted, replaced, or on another network.
  const hasNews = isFound(payment.status) || payment.flags.length > 0
  const hasStory = check.kind !== 'confirmed' && (hasNews || isWindowOver)
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
        <PaymentStatusNote payment={payment} isWindowOver={isWindowOver} hasHeadline={false} />
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
  return isWaiting && !needsNoAction(payment.status, payment.flags) ? texts.verification.waiting : null
}

interface SecurityLineProps {
  readonly id: string
  readonly security: PaymentSecurity
}

function SecurityLine({ id, security }: SecurityLineProps) {
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

interface ActionsProps extends VerificationScreenProps {
  readonly securityId: string
}

/** The check button; not once the money was seen, since the page follows its confirmations by itself. */
function Actions({ payment, check, security, securityId, onCheck }: ActionsProps) {
  const { texts } = usePaymentContext()
  const words = texts.verification
  if (check.kind === 'confirmed' || payment.status === 'detected') return null
  const isSecured = security === 'valid'
  const isQuiet = needsNoAction(payment.status, payment.flags)
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
