import type { BuyerEvent, BuyerTransfer } from '#shared/buyer-api.ts'
import type { Language } from '#shared/languages.ts'
import { FillText, Code, Latin } from '#web/checkout/fill-text.tsx'
import { dictionaryOf } from '#web/i18n/dictionaries.ts'
import { fill, formatCount, plural } from '#web/i18n/format.ts'
import { plainTextsOf } from '#web/i18n/plain/plain-texts.ts'
import { ExplorerLink } from './explorer-link.tsx'
import { utcMoment } from './order-clock.ts'
import type { OrderPartProps } from './plain-order.tsx'

/** What has happened, oldest first, with the evidence of the chain. */
export function PlainTimeline({ facts, order }: OrderPartProps) {
  const { language } = facts
  return (
    <section className="order-section" aria-labelledby="order-timeline">
      <h2 id="order-timeline">{dictionaryOf(language).order.timeline}</h2>
      <ol className="order-history">
        {order.timeline.map((event) => (
          <li key={[event.at, event.kind, event.transferId, event.status].join(' ')}>
            <span>
              <EventWords
                language={language}
                event={event}
                transfer={order.transfers.find(({ id }) => id === event.transferId)}
              />
            </span>
            <time dateTime={event.at}>{utcMoment(language, event.at)}</time>
          </li>
        ))}
      </ol>
      {order.transfers.map((transfer) => (
        <Evidence
          key={transfer.id}
          language={language}
          transfer={transfer}
          required={order.payment.required_confirmations}
        />
      ))}
    </section>
  )
}

interface EventWordsProps {
  readonly language: Language
  readonly event: BuyerEvent
  /** What the event is about, if it is about money. */
  readonly transfer: BuyerTransfer | undefined
}

function EventWords({ language, event, transfer }: EventWordsProps) {
  const { order, checkout } = dictionaryOf(language)
  const { events } = plainTextsOf(language).order
  switch (event.kind) {
    case 'ordered':
      return order.ordered
    case 'status':
      return event.status === null ? null : checkout.status[event.status]
    case 'awaiting_keys':
      return order.awaitingKeys
    case 'keys_handed_out':
      return order.delivered
    case 'seen':
    case 'in_block':
    case 'lost':
      return transfer === undefined ? null : <TransferWords kind={event.kind} {...{ language, transfer }} />
    default:
      return events[event.kind]
  }
}

interface TransferWordsProps {
  readonly language: Language
  readonly transfer: BuyerTransfer
  readonly kind: 'seen' | 'in_block' | 'lost'
}

function TransferWords({ language, transfer, kind }: TransferWordsProps) {
  const { events } = plainTextsOf(language).order
  const words = kind === 'lost' ? events[transfer.lost?.as ?? 'dropped'] : events[kind]
  const values = {
    amount: <Latin>{`${transfer.amount} ${transfer.asset}`}</Latin>,
    height: <Latin>{String(transfer.block?.height ?? '–')}</Latin>,
  }
  return <FillText text={words} values={values} />
}

interface EvidenceProps {
  readonly language: Language
  readonly transfer: BuyerTransfer
  readonly required: number
}

/** One movement of money as anyone can look it up. */
function Evidence({ language, transfer, required }: EvidenceProps) {
  const { invoice, verification } = dictionaryOf(language).checkout
  const confirmations = fill(verification.confirmationsOf, {
    count: formatCount(language, Math.min(transfer.confirmations, required)),
    required: formatCount(language, required),
  })
  return (
    <div className="plain-evidence">
      <p>
        <strong>
          <Latin>{`${transfer.amount} ${transfer.asset}`}</Latin>
        </strong>{' '}
        {verification.confirmations}: {confirmations}
        {transfer.nodesAgreed > 0
          ? ` · ${plural(language, plainTextsOf(language).order.nodes, transfer.nodesAgreed)}`
          : null}
      </p>
      <p>
        {invoice.hash}: {transfer.evidence === 'balance' ? invoice.byBalance : <Code>{transfer.txHash}</Code>}
      </p>
      <ExplorerLink url={transfer.url} />
    </div>
  )
}
