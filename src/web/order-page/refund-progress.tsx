import type { BuyerRefund } from '#shared/buyer-api.ts'
import { TRANSACTION_HASH_SHOWN_CHARS } from '#shared/constants.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { CopyButton } from '#web/payment/copy-button.tsx'
import { CheckIcon } from '#web/ui/line-icon.tsx'
import { Code, Latin } from '#web/ui/fill-text.tsx'
import { fill, formatCount } from '#texts/format.ts'
import { useOrderContext } from '#web/payment/order-context.ts'
import { ExplorerLink } from '#web/payment/explorer-link.tsx'
import { Moment } from './moment.tsx'
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
        <div>
          <dt>{texts.amount}</dt>
          <dd>
            {refund.owed === null ? texts.amountLater : <Latin>{`${refund.owed} ${refund.asset}`}</Latin>}
          </dd>
        </div>
        <div>
          <dt>{texts.to}</dt>
          <dd>
            <AddressCode address={refund.address} />
          </dd>
        </div>
        <div>
          <dt>{checkout.address.checkWords}</dt>
          <dd>
            <CheckWords address={refund.address} />
          </dd>
        </div>
        {refund.correctionNumber === null ? null : (
          <div>
            <dt>{texts.correction}</dt>
            <dd>
              <Latin>{refund.correctionNumber}</Latin>
            </dd>
          </div>
        )}
        {refund.transactions.map((one) => (
          <RefundTransaction key={one.txHash} transaction={one} />
        ))}
      </dl>
    </article>
  )
}

function RefundTransaction({ transaction }: { readonly transaction: BuyerRefund['transactions'][number] }) {
  const { texts } = usePaymentContext()
  const { words } = useOrderContext()
  const { txHash, url } = transaction
  return (
    <div>
      <dt>{words.refund.transaction}</dt>
      <dd className="pay-fact-copy">
        <Code title={txHash}>{`${txHash.slice(0, TRANSACTION_HASH_SHOWN_CHARS)}…`}</Code>
        <CopyButton text={txHash} label={texts.invoice.copyHash} done={texts.invoice.hashCopied} isCompact />
        <ExplorerLink url={url} />
      </dd>
    </div>
  )
}
