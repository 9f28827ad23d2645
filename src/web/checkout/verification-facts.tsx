import type { PaymentView } from '#web/api/payment-view.ts'
import { AddressCode, CheckWordsLine } from '#web/payment/address-code.tsx'
import { amountText, networkName } from '#web/payment/coin-names.ts'
import { CopyButton } from '#web/payment/copy-button.tsx'
import type { OfferedRail } from '#shared/api.ts'
import { Fact } from '#web/payment/fact.tsx'
import { PaymentInstructions } from '#web/payment/payment-instructions.tsx'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { SimulationNote } from '#web/payment/simulation-note.tsx'
import { Code, FillText, Latin } from '#web/ui/fill-text.tsx'

interface PaymentProps {
  readonly payment: PaymentView
}

interface VerificationFactsProps extends PaymentProps {
  readonly rail: OfferedRail | null
  /** Whether the amount or its rest is to be sent. */
  readonly isToSend: boolean
}

/**
 * The figures of the verification screen: what was to be sent, until money is seen; what is missing of a partial payment;
 * and no address once nothing is to be sent.
 */
export function VerificationFacts({ payment, rail, isToSend }: VerificationFactsProps) {
  const { texts } = usePaymentContext()
  const words = texts.verification
  const isPartial = isToSend && payment.status === 'partial'
  const isCounted = isPartial || payment.status === 'detected'
  return (
    <>
      {isPartial ? <PaymentInstructions payment={payment} rail={rail} /> : null}
      <dl className="pay-facts">
        <Fact label={words.invoiceId} className="pay-fact-copy">
          <Code>{payment.id}</Code>
          <CopyButton text={payment.id} label={words.copyInvoiceId} done={words.invoiceIdCopied} />
        </Fact>
        <Fact label={words.amount}>
          <Latin>{amountText(payment.cryptoAmount, payment.cryptoNetwork)}</Latin>
        </Fact>
        {isCounted ? (
          <Fact label={words.received}>
            <Latin>{amountText(payment.received, payment.cryptoNetwork)}</Latin>
          </Fact>
        ) : null}
        {isPartial ? null : (
          <Fact label={words.network} className="pay-network">
            {networkName(texts, payment.cryptoNetwork)}
          </Fact>
        )}
        {isToSend && !isPartial ? <Address payment={payment} /> : null}
      </dl>
      {isToSend && !isPartial ? <Checklist payment={payment} /> : null}
    </>
  )
}

function Address({ payment }: PaymentProps) {
  const { texts } = usePaymentContext()
  return (
    <Fact label={texts.verification.address} className="pay-fact-copy">
      <AddressCode address={payment.paymentAddress} />
      <CopyButton
        text={payment.paymentAddress}
        label={texts.panel.copyAddress}
        done={texts.panel.addressCopied}
      />
      <CheckWordsLine address={payment.paymentAddress} />
      {payment.isSimulated ? <SimulationNote paymentId={payment.id} /> : null}
    </Fact>
  )
}

function Checklist({ payment }: PaymentProps) {
  const { texts } = usePaymentContext()
  const words = texts.verification
  return (
    <section className="pay-checklist">
      <h4>{words.checklist}</h4>
      <ul>
        <li>
          <FillText
            text={words.checkAmount}
            values={{ amount: <Latin>{amountText(payment.cryptoAmount, payment.cryptoNetwork)}</Latin> }}
          />
        </li>
        <li>
          <FillText
            text={words.checkNetwork}
            values={{
              network: <strong className="pay-network">{networkName(texts, payment.cryptoNetwork)}</strong>,
            }}
          />
        </li>
      </ul>
    </section>
  )
}
