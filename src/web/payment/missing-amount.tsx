import type { PaymentView } from '#web/api/payment-view.ts'
import { Latin } from '#web/ui/fill-text.tsx'
import { AddressCode, CheckWordsLine } from './address-code.tsx'
import { amountText, networkName } from './coin-names.ts'
import { CopyButton } from './copy-button.tsx'
import { usePaymentContext } from './payment-context.ts'
import { QrCode } from './qr-code.tsx'
import { SimulationNote } from './simulation-note.tsx'

/** What is missing of a partial payment, and where to send it. */
export function MissingAmount({ payment }: { readonly payment: PaymentView }) {
  const { texts } = usePaymentContext()
  const { panel } = texts
  return (
    <div className="pay-instructions">
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
            <AddressCode address={payment.paymentAddress} />
            <CheckWordsLine address={payment.paymentAddress} />
            <span className="pay-fact-actions">
              <CopyButton
                text={payment.paymentAddress}
                label={panel.copyAddress}
                done={panel.addressCopied}
              />
            </span>
            {payment.isSimulated ? <SimulationNote paymentId={payment.id} /> : null}
          </dd>
        </div>
      </dl>
      <div className="pay-qr-box">
        <QrCode text={payment.paymentAddress} />
        {payment.isSimulated ? <p className="pay-badge pay-badge-simulated">{panel.simulation}</p> : null}
      </div>
    </div>
  )
}
