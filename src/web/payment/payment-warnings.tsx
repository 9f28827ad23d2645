import { INVOICE_WARNING_ID_CHARS } from '#shared/constants.ts'
import { fill } from '#texts/format.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import { amountText, networkName } from './coin-names.ts'
import { usePaymentContext } from './payment-context.ts'
import { amountToSend } from './payment-to-send.ts'

interface PaymentWarningsProps {
  readonly payment: PaymentView
  /** The time of day until which the payment is accepted; null once it is over. */
  readonly until: string | null
  readonly heading: 'h3' | 'h4'
}

/** What to mind before money is sent. */
export function PaymentWarnings({ payment, until, heading: Heading }: PaymentWarningsProps) {
  const { texts } = usePaymentContext()
  const { panel } = texts
  const amount = <Latin>{amountText(amountToSend(payment), payment.cryptoNetwork)}</Latin>
  const network = <strong className="pay-network">{networkName(texts, payment.cryptoNetwork)}</strong>
  const id = <Latin>{`${payment.id.slice(0, INVOICE_WARNING_ID_CHARS)}…`}</Latin>
  return (
    <section className="pay-warnings">
      <Heading>{panel.warnings}</Heading>
      <ul>
        <li>
          <FillText text={panel.warnAmount} values={{ amount }} />
        </li>
        <li>
          <FillText text={panel.warnNetwork} values={{ network }} />
        </li>
        <li>{panel.warnLoss}</li>
        {until === null ? null : <li>{fill(panel.warnExpiry, { time: until })}</li>}
        <li>
          <FillText text={panel.warnInvoice} values={{ id }} />
        </li>
      </ul>
    </section>
  )
}
