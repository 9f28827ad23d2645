import type { PaymentView } from '#web/api/payment-view.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { amountText, networkName } from '#web/payment/coin-names.ts'
import { CopyButton } from '#web/payment/copy-button.tsx'
import { Code, FillText, Latin } from '#web/ui/fill-text.tsx'
import { QrCode } from '#web/payment/qr-code.tsx'
import { SimulationNote } from '#web/payment/simulation-note.tsx'
import { useOrderContext } from '#web/payment/order-context.ts'
import { Moment } from './moment.tsx'
import { topUpDeadline } from './top-up-deadline.ts'

/** The rest of a partial payment: how much, to which address, and until when. */
export function OrderTopUp({ payment }: { readonly payment: PaymentView }) {
  const { texts } = usePaymentContext()
  const { words } = useOrderContext()
  const { panel } = texts
  return (
    <section className="order-top-up" aria-labelledby="order-top-up">
      <h2 id="order-top-up">{words.topUp.title}</h2>
      <div className="pay-instructions">
        <div className="pay-qr-box">
          <QrCode text={payment.paymentAddress} />
          {payment.isSimulated ? <p className="pay-badge pay-badge-simulated">{panel.simulation}</p> : null}
        </div>
        <dl className="pay-facts">
          <div>
            <dt>{panel.remaining}</dt>
            <dd className="pay-fact-amount">
              <Latin>{amountText(payment.remaining, payment.cryptoNetwork)}</Latin>
              <CopyButton
                text={payment.remaining}
                label={panel.copyAmount}
                done={panel.amountCopied}
                isCompact
              />
            </dd>
          </div>
          <div>
            <dt>{panel.network}</dt>
            <dd>{networkName(texts, payment.cryptoNetwork)}</dd>
          </div>
          <div>
            <dt>{panel.address}</dt>
            <dd className="pay-fact-address">
              <Code>{payment.paymentAddress}</Code>
              {payment.isSimulated ? <SimulationNote paymentId={payment.id} /> : null}
              <span className="pay-fact-actions">
                <CopyButton
                  text={payment.paymentAddress}
                  label={panel.copyAddress}
                  done={panel.addressCopied}
                />
              </span>
            </dd>
          </div>
        </dl>
      </div>
      <p>
        <FillText text={words.topUp.until} values={{ time: <Moment at={topUpDeadline(payment)} /> }} />
      </p>
      <p className="order-quiet">{panel.warnLoss}</p>
    </section>
  )
}
