import type { BuyerOrder } from '#shared/buyer-api.ts'
import { cents, centsFromNumber } from '#shared/money.ts'
import { fill, formatPrice } from '#texts/format.ts'
import { QuietButton } from '#web/ui/quiet-button.tsx'
import type { PaymentView } from '#web/api/payment-view.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { Latin } from '#web/ui/fill-text.tsx'
import { InvoiceActions } from '#web/payment/invoice-actions.tsx'
import { Fact } from '#web/payment/fact.tsx'
import { InvoiceFigures } from '#web/payment/invoice-figures.tsx'
import { useOrderContext } from '#web/payment/order-context.ts'
import { CheckInvoice } from './check-invoice.tsx'
import { ExplorerLink } from '#web/payment/explorer-link.tsx'
import { OrderSection } from '#web/payment/order-section.tsx'

interface OrderInvoiceProps {
  readonly payment: PaymentView
  readonly order: BuyerOrder | null
}

/** The invoice, folded until it is paid: to read, to print by itself, to download, and to check a downloaded file. */
export function OrderInvoice({ payment, order }: OrderInvoiceProps) {
  const { texts: checkout, language } = usePaymentContext()
  const { texts, words, gameTitle } = useOrderContext()
  const isInvoice = payment.status === 'confirmed' || payment.status === 'refunded'
  return (
    <OrderSection title={texts.figures} className="order-invoice" isFolded={!isInvoice}>
      {gameTitle === '' ? null : <p className="order-seller">{gameTitle}</p>}
      <InvoiceFigures payment={payment}>
        {order === null || order.invoiceNumber === null ? null : (
          <Fact label={texts.invoice.number}>
            <Latin>{order.invoiceNumber}</Latin>
          </Fact>
        )}
        {order === null || order.email === null ? null : (
          <Fact label={words.invoice.customer}>
            <Latin>{order.email}</Latin>
          </Fact>
        )}
        <Fact
          label={
            isInvoice ? fill(words.invoice.total, { currency: payment.currency }) : checkout.invoice.price
          }
        >
          {formatPrice(
            language,
            centsFromNumber(payment.price, payment.currency) ?? cents(0),
            payment.currency,
          )}
        </Fact>
      </InvoiceFigures>
      {order === null ? null : <ExplorerLink url={order.transactionUrl ?? order.addressUrl} />}
      {isInvoice ? <Actions payment={payment} /> : null}
      {isInvoice ? <CheckInvoice orderId={payment.id} /> : null}
    </OrderSection>
  )
}

function Actions({ payment }: { readonly payment: PaymentView }) {
  const { words } = useOrderContext()
  return (
    <InvoiceActions payment={payment}>
      <QuietButton onClick={() => print()}>{words.invoice.print}</QuietButton>
    </InvoiceActions>
  )
}
