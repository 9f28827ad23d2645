import type { PaymentView } from '#web/api/payment-view.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { PaymentInstructions } from '#web/payment/payment-instructions.tsx'
import { FillText } from '#web/ui/fill-text.tsx'
import { useOrderContext } from '#web/payment/order-context.ts'
import { Moment } from './moment.tsx'
import { topUpDeadline } from '#web/payment/deadline.tsx'
import type { OfferedRail } from '#shared/api.ts'

interface OrderTopUpProps {
  readonly payment: PaymentView
  readonly rail: OfferedRail | null
}

/** The rest of a partial payment: how much, to which address, and until when. */
export function OrderTopUp({ payment, rail }: OrderTopUpProps) {
  const { texts } = usePaymentContext()
  const { words } = useOrderContext()
  const { panel } = texts
  return (
    <section className="order-top-up" aria-labelledby="order-top-up">
      <h2 id="order-top-up">{words.topUp.title}</h2>
      <PaymentInstructions payment={payment} rail={rail} />
      <p>
        <FillText text={words.topUp.until} values={{ time: <Moment at={topUpDeadline(payment)} /> }} />
      </p>
      <p className="order-quiet">{panel.warnLoss}</p>
    </section>
  )
}
