import { plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { viewPaymentRow, type PaymentView } from '#web/api/payment-view.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { amountText, networkName } from '#web/payment/coin-names.ts'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import { WalletLinks } from '#web/payment/payment-instructions.tsx'
import { explainPayment } from '#web/payment/explain-payment.ts'
import { amountToSend } from '#web/payment/payment-to-send.ts'
import { PaymentWarnings } from '#web/payment/payment-warnings.tsx'
import { paymentSecurity } from '#web/payment/payment-security.ts'
import { SimulationNote } from '#web/payment/simulation-note.tsx'
import { fill, plural } from '#texts/format.ts'
import { ExplorerLink } from '#web/payment/explorer-link.tsx'
import { utcClock } from './utc-moment.ts'
import { isWaiting } from './is-waiting.ts'
import { Fact } from '#web/payment/fact.tsx'
import type { OrderPartProps } from './plain-order-props.ts'
import { LanguageField, withLanguage } from './plain-page.tsx'
import { PlainQr } from './plain-qr.tsx'
import { AddressCode, CheckWordsLine } from '#web/payment/address-code.tsx'

/**
 * The next step: what to send, to which address and until when, or the way to a new order or back to the shop. Beside it a
 * button to check the chain, as long as money may come.
 */
export function PlainPayment(props: OrderPartProps) {
  const { order, plain, facts } = props
  const payment = viewPaymentRow(order.payment)
  const { texts } = usePaymentContext()
  const isLate = plain.now >= new Date(payment.expiresAt)
  const { next } = explainPayment(payment, isLate)
  const isCheckable = !payment.isWithdrawn && (isWaiting(payment.status) || payment.status === 'expired')
  return (
    <>
      {isCheckable ? <Check {...props} payment={payment} isLate={isLate} isToSend={next === 'send'} /> : null}
      {next === 'startOver' || next === 'wait' ? (
        <p className="plain-actions">
          <a className="button" href={withLanguage(next === 'wait' ? '/' : '/#pre-order', facts.language)}>
            {next === 'wait' ? siteTextsOf(facts.language).order.backToShop : texts.startOver}
          </a>
        </p>
      ) : null}
    </>
  )
}

function Check(props: ToPayProps & { readonly isToSend: boolean }) {
  const { plain, payment, isToSend } = props
  const { texts } = usePaymentContext()
  return (
    <section className="order-section" aria-labelledby="order-payment">
      <h2 id="order-payment">{isToSend ? texts.panel.title : texts.verification.title}</h2>
      {isToSend ? <ToPay {...props} /> : null}
      <form method="post" action={`/order/${payment.id}/check`} className="plain-check">
        <LanguageField named={plain.named} />
        <button type="submit" className={isToSend ? 'button' : 'button button-quiet'}>
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
  const { texts, language, outputNetworks, supportEmail } = usePaymentContext()
  const security = paymentSecurity(payment, outputNetworks)
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

function Instructions({ order, plain, payment }: ToPayProps) {
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
        <Fact label={panel.network} className="pay-network">
          {networkName(texts, payment.cryptoNetwork)}
        </Fact>
        <Fact label={panel.address}>
          <span className="plain-address">
            <AddressCode address={payment.paymentAddress} />
            <CheckWordsLine address={payment.paymentAddress} />
            <span className="pay-fact-actions">
              <WalletLinks payment={payment} rail={plain.rail} />
            </span>
            <ExplorerLink url={order.addressUrl} />
            {payment.isSimulated ? <SimulationNote paymentId={payment.id} /> : null}
          </span>
        </Fact>
      </dl>
    </div>
  )
}
