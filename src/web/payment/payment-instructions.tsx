import type { PaymentView } from '#web/api/payment-view.ts'
import { Latin } from '#web/ui/fill-text.tsx'
import { AddressCode, CheckWordsLine } from './address-code.tsx'
import { amountText, networkName } from './coin-names.ts'
import { CopyButton } from './copy-button.tsx'
import { Fact } from './fact.tsx'
import { usePaymentContext } from './payment-context.ts'
import { QrCode } from './qr-code.tsx'
import { SimulationNote } from './simulation-note.tsx'

interface PaymentInstructionsProps {
  readonly payment: PaymentView
  /** Opens a wallet with the payment; null if no wallet would understand it. */
  readonly walletLink?: string | null
}

/** What is still to be sent: the whole amount or the rest of a partial payment. */
export function amountToSend({ status, remaining, cryptoAmount }: PaymentView): string {
  return status === 'partial' ? remaining : cryptoAmount
}

/** What is to be sent, and where. */
export function PaymentInstructions({ payment, walletLink = null }: PaymentInstructionsProps) {
  const { texts } = usePaymentContext()
  const { panel } = texts
  const amount = amountToSend(payment)
  return (
    <div className="pay-instructions">
      <dl className="pay-facts">
        <Fact
          label={payment.status === 'partial' ? panel.remaining : panel.amount}
          className="pay-fact-amount"
        >
          <Latin>{amountText(amount, payment.cryptoNetwork)}</Latin>
          <CopyButton text={amount} label={panel.copyAmount} done={panel.amountCopied} isCompact />
        </Fact>
        <Fact label={panel.network}>{networkName(texts, payment.cryptoNetwork)}</Fact>
        <Fact label={panel.address} className="pay-fact-address">
          <AddressCode address={payment.paymentAddress} />
          <CheckWordsLine address={payment.paymentAddress} />
          <span className="pay-fact-actions">
            <CopyButton text={payment.paymentAddress} label={panel.copyAddress} done={panel.addressCopied} />
            {walletLink === null ? null : (
              <a className="button button-quiet button-small" href={walletLink}>
                {panel.openWallet}
              </a>
            )}
          </span>
          {payment.isSimulated ? <SimulationNote paymentId={payment.id} /> : null}
        </Fact>
      </dl>
      <div className="pay-qr-box">
        <QrCode text={payment.paymentAddress} />
        {payment.isSimulated ? <p className="pay-badge pay-badge-simulated">{panel.simulation}</p> : null}
      </div>
    </div>
  )
}
