import { useId } from 'react'
import { plural } from '#texts/format.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { isFound, type Check } from './checkout-state.ts'
import { amountText, networkName } from '#web/payment/coin-names.ts'
import { CopyButton } from '#web/payment/copy-button.tsx'
import { PaymentHelp } from '#web/payment/payment-help.tsx'
import { CheckIcon } from '#web/ui/line-icon.tsx'
import { formatClock } from '#web/payment/countdown.ts'
import { Code, FillText, Latin } from '#web/ui/fill-text.tsx'
import type { PaymentSecurity } from '#web/payment/payment-security.ts'
import { panelLabel } from '#web/payment/explain-payment.ts'
import { PaymentStatusNote } from '#web/payment/payment-status-note.tsx'
import { SimulationNote } from '#web/payment/simulation-note.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { useElapsedSeconds, useSecondsLeft } from '#web/payment/use-clock.ts'

interface VerificationScreenProps {
  readonly payment: PaymentView
  readonly check: Check
  readonly attempts: number
  readonly security: PaymentSecurity
  readonly onCheck: () => void
  readonly onTryAgain: () => void
  readonly onBack: () => void
  readonly onStartOver?: () => void
}

/** The third step: what was found on the chain, and a button to check it now. */
export function VerificationScreen(props: VerificationScreenProps) {
  const { payment, check, security } = props
  const { texts } = usePaymentContext()
  const isOver = payment.status === 'expired' || payment.status === 'invalid'
  return (
    <section className="pay-verification">
      {check.kind === 'confirmed' ? null : (
        <button type="button" className="pay-back" onClick={props.onBack}>
          <BackIcon /> {texts.back}
        </button>
      )}
      <StepHeading>{texts.verification.title}</StepHeading>
      <LiveStatus {...props} />
      <Facts payment={payment} />
      <Checklist payment={payment} />
      <SecurityLine security={security} />
      <Actions {...props} />
      {isOver && props.onStartOver !== undefined ? (
        <button type="button" className="button button-quiet button-small" onClick={props.onStartOver}>
          {texts.startOver}
        </button>
      ) : null}
      <PaymentHelp paymentId={payment.id} />
    </section>
  )
}

function LiveStatus({ payment, check, attempts }: VerificationScreenProps) {
  const { texts, language } = usePaymentContext()
  const elapsed = useElapsedSeconds(check.kind === 'waiting')
  const isWindowOver = useSecondsLeft(payment.expiresAt) === 0
  const label = check.kind === 'confirmed' ? 'completed' : panelLabel(payment.status)
  // A flag on a waiting payment means that money was detected: reverted, replaced, or on another network.
  const hasNews = isFound(payment.status) || payment.flags.length > 0
  const hasStory = check.kind !== 'confirmed' && (hasNews || isWindowOver)
  return (
    <div className="pay-live-status" data-check={check.kind}>
      <div role="status">
        {label === null ? null : <p className={`pay-label pay-label-${label}`}>{texts.panel.label[label]}</p>}
        {check.kind === 'failed' ? null : (
          <p className="pay-live-line">{statusLine(check, payment, texts)}</p>
        )}
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

type Texts = ReturnType<typeof usePaymentContext>['texts']

/** While waiting, shows what was detected; before that, that nothing was. */
function statusLine(check: Check, payment: PaymentView, texts: Texts): string {
  if (check.kind === 'checking') return texts.verification.checking
  if (check.kind === 'confirmed') return texts.verification.confirmed
  return payment.status === 'pending' ? texts.verification.waiting : texts.status[payment.status]
}

function Facts({ payment }: { readonly payment: PaymentView }) {
  const { texts } = usePaymentContext()
  const words = texts.verification
  return (
    <dl className="pay-facts">
      <div>
        <dt>{words.invoiceId}</dt>
        <dd className="pay-fact-copy">
          <Code>{payment.id}</Code>
          <CopyButton text={payment.id} label={words.copyInvoiceId} done={words.invoiceIdCopied} />
        </dd>
      </div>
      <div>
        <dt>{words.amount}</dt>
        <dd>
          <Latin>{amountText(payment.cryptoAmount, payment.cryptoNetwork)}</Latin>
        </dd>
      </div>
      <div>
        <dt>{words.network}</dt>
        <dd>{networkName(texts, payment.cryptoNetwork)}</dd>
      </div>
      <div>
        <dt>{words.address}</dt>
        <dd className="pay-fact-copy">
          <Code>{payment.paymentAddress}</Code>
          <CopyButton
            text={payment.paymentAddress}
            label={texts.panel.copyAddress}
            done={texts.panel.addressCopied}
          />
          {payment.isSimulated ? <SimulationNote paymentId={payment.id} /> : null}
        </dd>
      </div>
    </dl>
  )
}

function Checklist({ payment }: { readonly payment: PaymentView }) {
  const { texts } = usePaymentContext()
  const words = texts.verification
  return (
    <section className="pay-checklist">
      <h4>{words.checklist}</h4>
      <ul>
        <li>
          <FillText
            text={words.checkAmount}
            values={{ amount: <Latin>{amountText(payment.cryptoAmount, payment.cryptoNetwork)}</Latin> }}
          />
        </li>
        <li>
          <FillText
            text={words.checkNetwork}
            values={{ network: <strong>{networkName(texts, payment.cryptoNetwork)}</strong> }}
          />
        </li>
      </ul>
    </section>
  )
}

function SecurityLine({ security }: { readonly security: PaymentSecurity }) {
  const { texts, supportEmail } = usePaymentContext()
  const words = texts.verification
  if (security === 'valid') {
    return (
      <p className="pay-security pay-security-valid">
        <CheckIcon /> {words.secured}
      </p>
    )
  }
  if (security === 'unread') return <p className="pay-security">{words.unread}</p>
  return (
    <p className="pay-security pay-security-invalid">
      <FillText text={words.insecure} values={{ email: <Latin>{supportEmail}</Latin> }} />
    </p>
  )
}

function Actions({ check, security, onCheck, onTryAgain }: VerificationScreenProps) {
  const { texts, supportEmail } = usePaymentContext()
  const reasonId = useId()
  const words = texts.verification
  if (check.kind === 'confirmed') return null
  if (check.kind === 'failed') {
    return (
      <button type="button" className="button pay-button-wide" onClick={onTryAgain}>
        {words.tryAgain}
      </button>
    )
  }
  const isSecured = security === 'valid'
  // Not `disabled`: a press before validation shows the reason here and a warning on the console.
  return (
    <>
      <button
        type="button"
        className="button pay-button-wide"
        aria-disabled={check.kind === 'checking' || !isSecured}
        aria-describedby={isSecured ? undefined : reasonId}
        onClick={onCheck}
      >
        {words.check}
      </button>
      {isSecured ? null : (
        <p id={reasonId} className="pay-hint pay-submit-reason">
          <FillText
            text={security === 'unread' ? words.unread : words.insecure}
            values={{ email: <Latin>{supportEmail}</Latin> }}
          />
        </p>
      )}
    </>
  )
}

function BackIcon() {
  return (
    <svg className="pay-sign pay-sign-back" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <path d="m12 4-6 6 6 6" />
    </svg>
  )
}
