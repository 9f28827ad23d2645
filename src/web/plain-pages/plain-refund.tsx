import type { BuyerRefund } from '#shared/buyer-api.ts'
import type { Language } from '#shared/languages.ts'
import { plainTextsOf, siteTextsOf } from '#texts/rendered-texts.ts'
import { Code, Latin } from '#web/ui/fill-text.tsx'
import { fill, formatCount } from '#texts/format.ts'
import { ExplorerLink } from '#web/payment/explorer-link.tsx'
import { utcDate, utcMoment } from './utc-moment.ts'
import { Fact } from '#web/payment/fact.tsx'
import type { OrderPartProps } from './plain-order-props.ts'
import { PlainRefundForm } from './plain-refund-form.tsx'
import { AddressCode, CheckWords } from '#web/payment/address-code.tsx'

/** Requests a refund, and shows the progress of refunds; only for the holder of the order's second secret. */
export function PlainRefund(props: OrderPartProps) {
  const { facts, order } = props
  if (!order.isOpen) return null
  return (
    <section className="order-section" id="refund" aria-labelledby="order-refund">
      <h2 id="order-refund">{plainTextsOf(facts.language).order.refund.title}</h2>
      {order.refunds.map((refund) => (
        <RefundState key={refund.id} language={facts.language} refund={refund} />
      ))}
      <Chance {...props} />
    </section>
  )
}

function Chance(props: OrderPartProps) {
  const { facts, order } = props
  const texts = plainTextsOf(facts.language).order.refund
  const until = order.refundableUntil === null ? '' : utcDate(facts.language, order.refundableUntil)
  switch (order.refundChance) {
    case 'unpaid':
      return <p>{texts.unpaid}</p>
    case 'over':
      return <p>{fill(texts.over, { date: until })}</p>
    case 'all_asked':
      return <p>{texts.fullyRequested}</p>
    case 'open':
      return (
        <>
          <p>{fill(texts.lead, { date: until, currency: order.payment.currency })}</p>
          <PlainRefundForm {...props} />
        </>
      )
  }
}

function RefundState({ language, refund }: { readonly language: Language; readonly refund: BuyerRefund }) {
  const texts = plainTextsOf(language).order
  const state = refund.status === 'withdrawn' ? null : texts.refund.states[refund.status]
  return (
    <div className="plain-evidence">
      <p>
        <strong>{state}</strong> <time dateTime={refund.askedAt}>{utcMoment(language, refund.askedAt)}</time>
      </p>
      <dl className="pay-facts">
        {refund.copies === 0 ? null : (
          <Fact label={texts.refund.returned}>{formatCount(language, refund.copies)}</Fact>
        )}
        <Fact label={texts.refund.address}>
          <AddressCode address={refund.address} />
        </Fact>
        <Fact label={siteTextsOf(language).checkout.address.checkWords}>
          <CheckWords address={refund.address} />
        </Fact>
        {refund.owed === null ? null : (
          <Fact label={texts.refund.owed}>
            <Latin>{`${refund.owed} ${refund.asset}`}</Latin>
          </Fact>
        )}
        {refund.correctionNumber === null ? null : (
          <Fact label={texts.refund.correction}>
            <Latin>{refund.correctionNumber}</Latin>
          </Fact>
        )}
      </dl>
      {refund.transactions.map(({ txHash, url }) => (
        <p key={txHash}>
          <Code>{txHash}</Code> <ExplorerLink url={url} />
        </p>
      ))}
    </div>
  )
}
