import { siteTextsOf } from '#texts/rendered-texts.ts'
import { viewPaymentRow } from '#web/api/payment-view.ts'
import { Code, Latin } from '#web/ui/fill-text.tsx'
import { centsFromNumber, cents } from '#shared/money.ts'
import { formatPrice } from '#texts/format.ts'
import { ExplorerLink } from '#web/payment/explorer-link.tsx'
import { utcMoment } from './utc-moment.ts'
import { Fact } from '#web/payment/fact.tsx'
import type { OrderPartProps } from './plain-order-props.ts'
import { withLanguage } from './plain-page.tsx'
import { InvoiceFigures } from '#web/payment/invoice-figures.tsx'
import { OrderSection } from '#web/payment/order-section.tsx'
import { AddressCode } from '#web/payment/address-code.tsx'

/** The invoice's figures, folded until it is paid, and the file once it exists. */
export function PlainInvoice(props: OrderPartProps) {
  const { facts, plain, order } = props
  const { status, id } = order.payment
  const { checkout, order: texts } = siteTextsOf(facts.language)
  const isInvoice = status === 'confirmed' || status === 'refunded'
  return (
    <OrderSection title={texts.figures} isFolded={!isInvoice}>
      <Figures {...props} />
      {order.refundAddress === null ? null : (
        <p className="order-quiet">
          {texts.refundAddress} <AddressCode address={order.refundAddress} />
        </p>
      )}
      {isInvoice ? (
        <p>
          <a
            className="button button-quiet button-small"
            href={withLanguage(`/order/${id}/invoice.txt`, plain.named)}
          >
            {checkout.invoice.download}
          </a>
        </p>
      ) : null}
    </OrderSection>
  )
}

function Figures({ facts, order }: OrderPartProps) {
  const { language } = facts
  const { checkout, order: texts } = siteTextsOf(language)
  const { invoice } = checkout
  const payment = viewPaymentRow(order.payment)
  const noHash = payment.status === 'confirmed' ? invoice.byBalance : '–'
  return (
    <InvoiceFigures
      payment={payment}
      date={utcMoment(language, payment.confirmedAt ?? payment.createdAt)}
      refunded={texts.invoice.statusRefunded}
      number={
        order.invoiceNumber === null ? null : (
          <Fact label={texts.invoice.number}>
            <Latin>{order.invoiceNumber}</Latin>
          </Fact>
        )
      }
      price={
        <Fact label={invoice.price}>
          {formatPrice(
            language,
            centsFromNumber(payment.price, payment.currency) ?? cents(0),
            payment.currency,
          )}
        </Fact>
      }
      hash={
        <>
          {payment.transactionHash === null ? <span>{noHash}</span> : <Code>{payment.transactionHash}</Code>}{' '}
          <ExplorerLink url={order.transactionUrl} />
        </>
      }
    />
  )
}
