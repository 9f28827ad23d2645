import { useState } from 'react'
import { paymentUri, walletLinks } from '#shared/wallet-link.ts'
import type { OfferedRail } from '#shared/api.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import { fill } from '#texts/format.ts'
import { Latin } from '#web/ui/fill-text.tsx'
import { QuietButton } from '#web/ui/quiet-button.tsx'
import { AddressCode, CheckWordsLine } from './address-code.tsx'
import { amountText, networkName } from './coin-names.ts'
import { CopyButton } from './copy-button.tsx'
import { Fact } from './fact.tsx'
import { usePaymentContext } from './payment-context.ts'
import { QrCode } from './qr-code.tsx'
import { SimulationNote } from './simulation-note.tsx'
import { amountToSend, paymentToSend } from './payment-to-send.ts'

interface PaymentInstructionsProps {
  readonly payment: PaymentView
  /** The payment's rail; null until the shop has told it. */
  readonly rail: Pick<OfferedRail, 'chainId' | 'contract'> | null
}

/** What is to be sent, and where: to copy, to scan, or in a wallet on this device. */
export function PaymentInstructions({ payment, rail }: PaymentInstructionsProps) {
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
        <Fact label={panel.network} className="pay-network">
          {networkName(texts, payment.cryptoNetwork)}
        </Fact>
        <Fact label={panel.address} className="pay-fact-address">
          <AddressCode address={payment.paymentAddress} />
          <CheckWordsLine address={payment.paymentAddress} />
          <span className="pay-fact-actions">
            <CopyButton text={payment.paymentAddress} label={panel.copyAddress} done={panel.addressCopied} />
            <WalletLinks payment={payment} rail={rail} />
          </span>
          {payment.isSimulated ? <SimulationNote paymentId={payment.id} /> : null}
        </Fact>
      </dl>
      <PaymentCode payment={payment} rail={rail} />
    </div>
  )
}

/** Links that open a wallet with the payment; nothing where no wallet would understand one. */
export function WalletLinks({ payment, rail }: PaymentInstructionsProps) {
  const { panel } = usePaymentContext().texts
  const toSend = paymentToSend(payment, rail)
  if (toSend === null) return null
  const uri = paymentUri(toSend)
  const links = walletLinks(toSend)
  const empty = links.find(({ isFilledIn }) => !isFilledIn)
  return (
    <>
      {uri === null ? null : (
        <a className="button button-quiet button-small" href={uri}>
          {panel.openWallet}
        </a>
      )}
      {links.map(({ wallet, href }) => (
        <a key={wallet} className="button button-quiet button-small" href={href}>
          <Latin>{wallet}</Latin>
        </a>
      ))}
      {empty === undefined ? null : (
        <span className="pay-hint">{fill(panel.opensEmpty, { wallet: empty.wallet })}</span>
      )}
    </>
  )
}

/** The QR code: the bare address, which every wallet reads, or with the amount. */
function PaymentCode({ payment, rail }: PaymentInstructionsProps) {
  const { panel } = usePaymentContext().texts
  const [hasAmount, setHasAmount] = useState(false)
  const toSend = paymentToSend(payment, rail)
  const uri = toSend === null ? null : paymentUri(toSend)
  const isFull = hasAmount && uri !== null
  return (
    <div className="pay-qr-box">
      <QrCode text={isFull ? uri : payment.paymentAddress} label={isFull ? panel.qrWithAmount : panel.qr} />
      {payment.isSimulated ? <p className="pay-badge pay-badge-simulated">{panel.simulation}</p> : null}
      {uri === null ? null : (
        <QuietButton onClick={() => setHasAmount(!hasAmount)}>
          {isFull ? panel.showAddressQr : panel.showAmountQr}
        </QuietButton>
      )}
    </div>
  )
}
