import { useEffect, useEffectEvent } from 'react'
import { INVOICE_WARNING_ID_CHARS } from '#shared/constants.ts'
import { localeOf } from '#shared/locale-of.ts'
import { plural } from '#texts/format.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { amountText, networkName } from '#web/payment/coin-names.ts'
import { CopyButton } from '#web/payment/copy-button.tsx'
import { formatClock } from '#web/payment/countdown.ts'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import type { PaymentSecurity } from '#web/payment/payment-security.ts'
import { panelLabel } from '#web/payment/explain-payment.ts'
import { PaymentStatusNote } from '#web/payment/payment-status-note.tsx'
import { QrCode } from '#web/payment/qr-code.tsx'
import { SimulationNote } from '#web/payment/simulation-note.tsx'
import { StepHeading } from '#web/ui/step-heading.tsx'
import { useSecondsLeft } from '#web/payment/use-clock.ts'
import { AddressCode, CheckWordsLine } from '#web/payment/address-code.tsx'
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
  const { texts } = usePaymentContext()
  const label = panelLabel(payment.status)
  const left = useSecondsLeft(payment.expiresAt)
  const isBad = security === 'invalidAddress' || security === 'invalidAmount'
  // No address is shown once it is too late to send; a partial payment that arrived in time may still be topped up.
  const isTooLate = left === 0 && payment.status !== 'partial'
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
          <Instructions payment={payment} />
          <Warnings payment={payment} />
        </>
      )}
      {left === 0 ? (
        <div className="pay-panel-over">
          <button type="button" className="button button-quiet button-small" onClick={onSent}>
            {texts.panel.alreadySent}
          </button>
          {onStartOver === undefined ? null : (
            <button type="button" className="button button-quiet button-small" onClick={onStartOver}>
              {texts.startOver}
            </button>
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

function Instructions({ payment }: { readonly payment: PaymentView }) {
  const { texts } = usePaymentContext()
  const isPartial = payment.status === 'partial'
  const amount = isPartial ? payment.remaining : payment.cryptoAmount
  const link = payment.isSimulated ? null : walletLink(payment.cryptoNetwork, payment.paymentAddress, amount)
  return (
    <div className="pay-instructions">
      <dl className="pay-facts">
        <div>
          <dt>{isPartial ? texts.panel.remaining : texts.panel.amount}</dt>
          <dd className="pay-fact-amount">
            <Latin>{amountText(amount, payment.cryptoNetwork)}</Latin>
            <CopyButton
              text={amount}
              label={texts.panel.copyAmount}
              done={texts.panel.amountCopied}
              isCompact
            />
          </dd>
        </div>
        <div>
          <dt>{texts.panel.network}</dt>
          <dd>{networkName(texts, payment.cryptoNetwork)}</dd>
        </div>
        <div>
          <dt>{texts.panel.address}</dt>
          <dd className="pay-fact-address">
            <AddressCode address={payment.paymentAddress} />
            <CheckWordsLine address={payment.paymentAddress} />
            <span className="pay-fact-actions">
              <CopyButton
                text={payment.paymentAddress}
                label={texts.panel.copyAddress}
                done={texts.panel.addressCopied}
              />
              {link === null ? null : (
                <a className="button button-quiet button-small" href={link}>
                  {texts.panel.openWallet}
                </a>
              )}
            </span>
            {payment.isSimulated ? <SimulationNote paymentId={payment.id} /> : null}
          </dd>
        </div>
      </dl>
      <div className="pay-qr-box">
        <QrCode text={payment.paymentAddress} />
        {payment.isSimulated ? (
          <p className="pay-badge pay-badge-simulated">{texts.panel.simulation}</p>
        ) : null}
      </div>
    </div>
  )
}

function Warnings({ payment }: { readonly payment: PaymentView }) {
  const { texts, language } = usePaymentContext()
  const { panel } = texts
  const time = new Intl.DateTimeFormat(localeOf(language), { timeStyle: 'short' }).format(
    Date.parse(payment.expiresAt),
  )
  const amount = payment.status === 'partial' ? payment.remaining : payment.cryptoAmount
  return (
    <section className="pay-warnings">
      <h4>{panel.warnings}</h4>
      <ul>
        <li>
          <FillText
            text={panel.warnAmount}
            values={{ amount: <Latin>{amountText(amount, payment.cryptoNetwork)}</Latin> }}
          />
        </li>
        <li>
          <FillText
            text={panel.warnNetwork}
            values={{ network: <strong>{networkName(texts, payment.cryptoNetwork)}</strong> }}
          />
        </li>
        <li>{panel.warnLoss}</li>
        <li>
          <FillText text={panel.warnExpiry} values={{ time }} />
        </li>
        <li>
          <FillText
            text={panel.warnInvoice}
            values={{ id: <Latin>{`${payment.id.slice(0, INVOICE_WARNING_ID_CHARS)}…`}</Latin> }}
          />
        </li>
      </ul>
    </section>
  )
}
