import type { BuyerOrder, BuyerRefund } from '#shared/buyer-api.ts'
import { railOf } from '#shared/rails.ts'
import { usePaymentContext } from '#web/payment/payment-context.ts'
import { networkName } from '#web/payment/coin-names.ts'
import { FillText, Latin } from '#web/ui/fill-text.tsx'
import { useOrderContext } from '#web/payment/order-context.ts'
import { Moment } from './moment.tsx'
import { OrderSection } from '#web/payment/order-section.tsx'
import { RailName } from './refund-address.tsx'
import { RefundForm } from './refund-form.tsx'
import { Fact } from '#web/payment/fact.tsx'
import { CheckIcon } from '#web/ui/line-icon.tsx'
import { fill, formatCount } from '#texts/format.ts'
import { ExplorerLink } from '#web/payment/explorer-link.tsx'
import { TransactionHash } from './transaction-hash.tsx'
import { refundSteps } from './refund-steps.ts'
import { AddressCode, CheckWords } from '#web/payment/address-code.tsx'

/** Refunds: until when they can be requested, the amount, the request form, and the progress of each. */
export function OrderRefund({ order }: { readonly order: BuyerOrder }) {
  const { words } = useOrderContext()
  return (
    <OrderSection title={words.refund.title} className="order-refund" anchor="refund">
      {order.refunds.map((refund) => (
        <RefundProgress key={refund.id} refund={refund} />
      ))}
      {order.refundChance === 'open' ? (
        <details className="order-fold" open={location.hash === '#refund'}>
          <summary>{words.refund.link}</summary>
          <Chance order={order} />
          {/* remounted when the number of copies changes: the input for two copies is invalid for one */}
          <RefundForm key={order.copiesLeft} order={order} />
        </details>
      ) : (
        <Chance order={order} />
      )}
    </OrderSection>
  )
}

function Chance({ order }: { readonly order: BuyerOrder }) {
  const { texts } = usePaymentContext()
  const { words } = useOrderContext()
  const { crypto_network: network, currency } = order.payment
  const rail = <RailName symbol={railOf(network).symbol} name={networkName(texts, network)} />
  const time = order.refundableUntil === null ? null : <Moment at={order.refundableUntil} />
  switch (order.refundChance) {
    case 'open':
      return (
        <p>
          <FillText text={words.refund.promise} values={{ time, rail, currency }} />
        </p>
      )
    case 'over':
      return (
        <p>
          <FillText text={words.refund.over} values={{ time }} />
        </p>
      )
    case 'unpaid':
      return <p>{words.refund.unpaid}</p>
    case 'all_asked':
      return <p>{words.refund.allRequested}</p>
  }
}

/** The progress of a refund, its address, and its transactions. */
function RefundProgress({ refund }: { readonly refund: BuyerRefund }) {
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
