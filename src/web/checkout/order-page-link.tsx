import type { PaymentView } from '#web/api/payment-view.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'

interface OrderPageLinkProps {
  readonly payment: PaymentView
  readonly label: string
  /** A part of the page. */
  readonly anchor?: string
}

/** The main action of a state in which nothing is to be paid: the page of the order. */
export function OrderPageLink({ payment, label, anchor = '' }: OrderPageLinkProps) {
  const { language, frame } = usePaymentContext()
  const url = frame?.orderUrl(payment.id) ?? `/order/${payment.id}?lang=${language}${anchor}`
  return (
    <a className="button pay-button-wide" href={url}>
      {label}
    </a>
  )
}
