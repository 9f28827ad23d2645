import type { BuyerRefund } from '#shared/buyer-api.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { Fact } from '#web/payment/fact.tsx'
import { CheckIcon } from '#web/ui/line-icon.tsx'
import { Latin } from '#web/ui/fill-text.tsx'
import { fill, formatCount } from '#texts/format.ts'
import { useOrderContext } from '#web/payment/order-context.ts'
import { ExplorerLink } from '#web/payment/explorer-link.tsx'
import { Moment } from './moment.tsx'
import { TransactionHash } from './transaction-hash.tsx'
import { refundSteps } from './refund-steps.ts'
import { AddressCode, CheckWords } from '#web/payment/address-code.tsx'

/** The progress of a refund, its address, and its transactions. */
export function RefundProgress({ refund }: { readonly refund: BuyerRefund }) {
  const { language, texts: checkout } = usePaymentContext()
  const { words } = useOrderContext()
  const texts = words.refund
  const title =
    refund.copies === 0 ? texts.money : fill(texts.one, { count: formatCount(language, refund.copies) })
  return (
    <article className="order-refund-state">
      <h3>{title}</h3>
      <ol className="order-steps" aria-label={texts.steps}>
        {refundSteps(refund).map(({ step, isDone, at }) => (
          <li key={step} data-done={isDone ? '' : undefined}>
            <span className="order-step-sign">{isDone ? <CheckIcon /> : null}</span>
            <span>
              {texts[step]}
              {isDone ? <span className="visually-hidden"> ({texts.stepDone})</span> : null}
              {at === null ? null : <Moment at={at} />}
            </span>
          </li>
        ))}
      </ol>
      {refund.status === 'mismatch' ? <p className="order-warning">{words.event.refund_unproved}</p> : null}
      <dl className="order-refund-facts">
        <Fact label={texts.amount}>
          {refund.owed === null ? texts.amountLater : <Latin>{`${refund.owed} ${refund.asset}`}</Latin>}
        </Fact>
        <Fact label={texts.to}>
          <AddressCode address={refund.address} />
        </Fact>
        <Fact label={checkout.address.checkWords}>
          <CheckWords address={refund.address} />
        </Fact>
        {refund.correctionNumber === null ? null : (
          <Fact label={texts.correction}>
            <Latin>{refund.correctionNumber}</Latin>
          </Fact>
        )}
        {refund.transactions.map(({ txHash, url }) => (
          <Fact key={txHash} label={texts.transaction} className="pay-fact-copy">
            <TransactionHash hash={txHash} />
            <ExplorerLink url={url} />
          </Fact>
        ))}
      </dl>
    </article>
  )
}
