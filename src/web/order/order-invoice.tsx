import type { BuyerOrder } from '#shared/buyer-api.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { useCheckout } from '#web/checkout/checkout-context.ts'
import { Latin } from '#web/checkout/fill-text.tsx'
import { InvoiceActions, InvoiceFact, InvoiceFigures } from '#web/checkout/invoice-screen.tsx'
import { useBuyer } from './buyer-context.ts'
import { CheckInvoice } from './check-invoice.tsx'
import { ExplorerLink } from './explorer-link.tsx'
import { OrderSection } from './order-section.tsx'

interface OrderInvoiceProps {
  readonly payment: PaymentView
  readonly order: BuyerOrder | null
}

/** The invoice: to read, to print by itself, to keep as a file, and to check such a file. */
export function OrderInvoice({ payment, order }: OrderInvoiceProps) {
  const { texts: checkout } = useCheckout()
  const { texts, words, gameTitle } = useBuyer()
  const isInvoice = payment.status === 'confirmed' || payment.status === 'refunded'
  return (
    <OrderSection title={texts.figures} className="order-invoice">
      {gameTitle === '' ? null : <p className="order-seller">{gameTitle}</p>}
      <InvoiceFigures payment={payment}>
        {order === null || order.email === null ? null : (
          <InvoiceFact label={words.invoice.customer}>
            <Latin>{order.email}</Latin>
          </InvoiceFact>
        )}
        <InvoiceFact label={isInvoice ? words.invoice.usd : checkout.invoice.price}>
          <Latin>${payment.priceUSD.toFixed(2)}</Latin>
        </InvoiceFact>
      </InvoiceFigures>
      {order === null ? null : <ExplorerLink url={order.transactionUrl ?? order.addressUrl} />}
      {isInvoice ? <Actions payment={payment} /> : null}
      {isInvoice ? <CheckInvoice orderId={payment.id} /> : null}
    </OrderSection>
  )
}

function Actions({ payment }: { readonly payment: PaymentView }) {
  const { words } = useBuyer()
  return (
    <InvoiceActions payment={payment}>
      <button
        type="button"
        className="button button-quiet button-small"
        onClick={() => {
          print()
        }}
      >
        {words.invoice.print}
      </button>
    </InvoiceActions>
  )
}
