import type { BuyerTransfer } from '#shared/buyer-api.ts'
import type { Language } from '#shared/languages.ts'
import { siteTextsOf, orderPageTextsOf } from '#texts/rendered-texts.ts'
import { Code, FillText, Latin } from '#web/ui/fill-text.tsx'
import { fill, formatCount } from '#texts/format.ts'
import { describeEvent } from '#web/payment/describe-event.ts'
import { ExplorerLink } from '#web/payment/explorer-link.tsx'
import { OrderSection } from '#web/payment/order-section.tsx'
import { utcMoment } from './utc-moment.ts'
import { PlainFact } from './plain-fact.tsx'
import type { OrderPartProps } from './plain-order-props.ts'

/** Lists the order's events, oldest first, with the on-chain evidence of each transfer. */
export function PlainTimeline({ facts, order }: OrderPartProps) {
  const { language } = facts
  const count = (value: number) => formatCount(language, value)
  const required = order.payment.required_confirmations
  return (
    <OrderSection title={siteTextsOf(language).order.timeline}>
      <ol className="order-history">
        {order.timeline.map((event, place) => {
          const transfer = order.transfers.find(({ id }) => id === event.transferId) ?? null
          return (
            <li key={`${String(place)} ${event.at}`}>
              <p className="order-event">
                <span>{describeEvent(orderPageTextsOf(language), event, transfer, count)}</span>
                <time dateTime={event.at}>{utcMoment(language, event.at)}</time>
              </p>
              {event.kind === 'seen' && transfer !== null ? (
                <Evidence language={language} transfer={transfer} required={required} />
              ) : null}
            </li>
          )
        })}
      </ol>
    </OrderSection>
  )
}

interface EvidenceProps {
  readonly language: Language
  readonly transfer: BuyerTransfer
  readonly required: number
}

/** The public data of one transfer; its hash in full, because no button here can copy it. */
function Evidence({ language, transfer, required }: EvidenceProps) {
  const { evidence: texts } = orderPageTextsOf(language)
  const { block, lost, nodesAgreed } = transfer
  return (
    <div className="order-evidence">
      <dl>
        <PlainFact label={texts.amount}>
          <Latin>{`${transfer.amount} ${transfer.asset}`}</Latin>
        </PlainFact>
        <PlainFact label={texts.hash}>
          {transfer.evidence === 'balance' ? texts.byBalance : <Code>{transfer.txHash}</Code>}
        </PlainFact>
        <PlainFact label={texts.block}>
          {block === null ? (
            texts.inMempool
          ) : (
            <FillText
              text={texts.blockAt}
              values={{ height: <Latin>{block.height}</Latin>, time: utcMoment(language, block.at) }}
            />
          )}
        </PlainFact>
        {lost === null ? (
          <PlainFact label={texts.confirmations}>{confirmationsOf(language, transfer, required)}</PlainFact>
        ) : null}
        {nodesAgreed > 0 ? (
          <PlainFact label={texts.nodes}>{formatCount(language, nodesAgreed)}</PlainFact>
        ) : null}
      </dl>
      {lost === null ? null : <p className="order-warning">{texts.lost}</p>}
      {transfer.isOfRail ? null : <p className="order-warning">{texts.otherRail}</p>}
      <ExplorerLink url={transfer.url} />
    </div>
  )
}

function confirmationsOf(
  language: Language,
  { confirmations, isOfRail }: BuyerTransfer,
  required: number,
): string {
  if (!isOfRail || required === 0) return formatCount(language, confirmations)
  return fill(siteTextsOf(language).checkout.verification.confirmationsOf, {
    count: formatCount(language, Math.min(confirmations, required)),
    required: formatCount(language, required),
  })
}
