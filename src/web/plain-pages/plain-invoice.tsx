import { siteTextsOf } from '#texts/rendered-texts.ts'
import { viewPaymentRow } from '#web/api/payment-view.ts'
import { coinName, coinSymbol, networkName } from '#web/payment/coin-names.ts'
import { Code, Latin } from '#web/ui/fill-text.tsx'
import { cents } from '#shared/money.ts'
import { formatCount, formatPrice } from '#texts/format.ts'
import { ExplorerLink } from '#web/payment/explorer-link.tsx'
import { utcMoment } from './utc-moment.ts'
import { PlainFact } from './plain-fact.tsx'
import type { OrderPartProps } from './plain-order-props.ts'
import { withLanguage } from './plain-page.tsx'
import { AddressCode, CheckWords } from '#web/payment/address-code.tsx'

/** The invoice's figures, and the file once it exists. */
export function PlainInvoice(props: OrderPartProps) {
  const { facts, plain, order } = props
  const { status, id } = order.payment
  const { checkout, order: texts } = siteTextsOf(facts.language)
  return (
    <section className="order-section" aria-labelledby="order-figures">
      <h2 id="order-figures">{texts.figures}</h2>
      <Figures {...props} />
      {order.refundAddress === null ? null : (
        <p className="order-quiet">
          {texts.refundAddress} <AddressCode address={order.refundAddress} />
        </p>
      )}
      {status === 'confirmed' || status === 'refunded' ? (
        <p>
          <a
            className="button button-quiet button-small"
            href={withLanguage(`/order/${id}/invoice.txt`, plain.named)}
          >
            {checkout.invoice.download}
          </a>
        </p>
      ) : null}
    </section>
  )
}

function Figures({ facts, plain, order }: OrderPartProps) {
  const { language } = facts
  const { checkout, order: texts } = siteTextsOf(language)
  const { invoice } = checkout
  const { statusRefunded } = texts.invoice
  const payment = viewPaymentRow(order.payment)
  const isConfirmed = payment.status === 'confirmed'
  const amount = isConfirmed && /[1-9]/.test(payment.received) ? payment.received : payment.cryptoAmount
  const symbol = coinSymbol(payment.cryptoType)
  return (
    <dl className="pay-facts pay-facts-invoice">
      {order.invoiceNumber === null ? null : (
        <PlainFact label={texts.invoice.number}>
          <Latin>{order.invoiceNumber}</Latin>
        </PlainFact>
      )}
      <PlainFact label={invoice.id}>
        <Code>{payment.id}</Code>
      </PlainFact>
      <PlainFact label={invoice.date}>
        {utcMoment(language, payment.confirmedAt ?? payment.createdAt)}
      </PlainFact>
      <PlainFact label={invoice.status}>
        {isConfirmed
          ? invoice.statusConfirmed
          : payment.status === 'refunded'
            ? statusRefunded
            : checkout.status[payment.status]}
      </PlainFact>
      <PlainFact label={invoice.edition}>
        {plain.editionName} × {formatCount(language, payment.quantity)}
      </PlainFact>
      <PlainFact label={invoice.price}>
        {formatPrice(language, cents(Math.round(payment.priceUSD * 100)))}
      </PlainFact>
      <PlainFact label={invoice.coin}>
        {coinName(checkout, payment.cryptoType)} <Latin>({symbol})</Latin>
      </PlainFact>
      <PlainFact label={invoice.network}>{networkName(checkout, payment.cryptoNetwork)}</PlainFact>
      <PlainFact label={isConfirmed ? invoice.paid : checkout.verification.amount}>
        <Latin>{`${amount} ${symbol}`}</Latin>
      </PlainFact>
      <PlainFact label={invoice.confirmations}>
        {formatCount(language, payment.blockchainConfirmations)}
      </PlainFact>
      <PlainFact label={invoice.address}>
        <AddressCode address={payment.paymentAddress} />
      </PlainFact>
      <PlainFact label={checkout.address.checkWords}>
        <CheckWords address={payment.paymentAddress} />
      </PlainFact>
      <PlainFact label={invoice.hash}>
        {payment.transactionHash === null ? (
          <span>{isConfirmed ? invoice.byBalance : '–'}</span>
        ) : (
          <Code>{payment.transactionHash}</Code>
        )}{' '}
        <ExplorerLink url={order.transactionUrl} />
      </PlainFact>
    </dl>
  )
}
