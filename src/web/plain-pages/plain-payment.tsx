import { plainTextsOf } from '#texts/rendered-texts.ts'
import { viewPaymentRow, type PaymentView } from '#web/api/payment-view.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { amountText, networkName } from '#web/payment/coin-names.ts'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import { amountToSend } from '#web/payment/payment-instructions.tsx'
import { PaymentWarnings } from '#web/payment/payment-warnings.tsx'
import { paymentSecurity } from '#web/payment/payment-security.ts'
import { SimulationNote } from '#web/payment/simulation-note.tsx'
import { fill, plural } from '#texts/format.ts'
import { ExplorerLink } from '#web/payment/explorer-link.tsx'
import { utcClock } from './utc-moment.ts'
import { isWaiting } from './is-waiting.ts'
import { Fact } from '#web/payment/fact.tsx'
import type { OrderPartProps } from './plain-order-props.ts'
import { LanguageField } from './plain-page.tsx'
import { PlainQr } from './plain-qr.tsx'
import { AddressCode, CheckWordsLine } from '#web/payment/address-code.tsx'

/**
 * What to send, to which address and until when, and a button to check the chain; nothing once the payment is complete.
 */
export function PlainPayment(props: OrderPartProps) {
  const { order, plain } = props
  const payment = viewPaymentRow(order.payment)
  const { texts } = usePaymentContext()
  if (!isWaiting(payment.status) && payment.status !== 'expired') return null
  const isLate = plain.now >= new Date(payment.expiresAt)
  const canPay = (payment.status === 'pending' && !isLate) || payment.status === 'partial'
  return (
    <section className="order-section" aria-labelledby="order-payment">
      <h2 id="order-payment">{canPay ? texts.panel.title : texts.verification.title}</h2>
      {canPay ? <ToPay {...props} payment={payment} isLate={isLate} /> : null}
      <form method="post" action={`/order/${payment.id}/check`} className="plain-check">
        <LanguageField named={plain.named} />
        <button type="submit" className="button">
          {texts.verification.check}
        </button>
        <noscript>
          <p className="pay-hint">{plainTextsOf(props.facts.language).order.refreshes}</p>
        </noscript>
      </form>
    </section>
  )
}

interface ToPayProps extends OrderPartProps {
  readonly payment: PaymentView
  readonly isLate: boolean
}

function ToPay(props: ToPayProps) {
  const { payment } = props
  const { texts, language, bitcoinNetwork, supportEmail } = usePaymentContext()
  const security = paymentSecurity(payment, bitcoinNetwork)
  if (security === 'invalidAddress' || security === 'invalidAmount') {
    return (
      <p className="pay-warning">
        <FillText text={texts.panel[security]} values={{ email: <Latin>{supportEmail}</Latin> }} />
      </p>
    )
  }
  return (
    <>
      {props.isLate ? null : <TimeLeft {...props} />}
      <Instructions {...props} />
      <PaymentWarnings
        payment={payment}
        until={props.isLate ? null : utcClock(language, payment.expiresAt)}
        heading="h3"
      />
    </>
  )
}

function TimeLeft({ facts, plain, payment }: ToPayProps) {
  const { texts, language } = usePaymentContext()
  const leftMs = Date.parse(payment.expiresAt) - plain.now.getTime()
  const minutes = plural(language, texts.panel.minutesLeft, Math.max(1, Math.floor(leftMs / 60_000)))
  const until = fill(plainTextsOf(facts.language).order.payUntil, {
    time: utcClock(language, payment.expiresAt),
  })
  return (
    <p className="pay-countdown plain-countdown">
      <strong>{until}</strong>
      <span>{minutes}</span>
    </p>
  )
}

function Instructions({ order, payment }: ToPayProps) {
  const { texts } = usePaymentContext()
  const { panel } = texts
  return (
    <div className="pay-instructions">
      <div className="pay-qr-box">
        <PlainQr text={payment.paymentAddress} label={panel.qr} />
        {payment.isSimulated ? <p className="pay-badge pay-badge-simulated">{panel.simulation}</p> : null}
      </div>
      <dl className="pay-facts">
        <Fact label={payment.status === 'partial' ? panel.remaining : panel.amount}>
          <strong className="plain-amount">
            <Latin>{amountText(amountToSend(payment), payment.cryptoNetwork)}</Latin>
          </strong>
        </Fact>
        <Fact label={panel.network}>{networkName(texts, payment.cryptoNetwork)}</Fact>
        <Fact label={panel.address}>
          <span className="plain-address">
            <AddressCode address={payment.paymentAddress} />
            <CheckWordsLine address={payment.paymentAddress} />
            <ExplorerLink url={order.addressUrl} />
            {payment.isSimulated ? <SimulationNote paymentId={payment.id} /> : null}
          </span>
        </Fact>
      </dl>
    </div>
  )
}
