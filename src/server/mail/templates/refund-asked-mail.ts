import { RAILS } from '#shared/rails.ts'
import type { Letter, Stationery } from '#server/mail/letter.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import type { Block, Row } from '#server/mail/mail-layout.ts'
import { orderBlocks } from './order-blocks.ts'

type Facts = MailFacts['refund-asked']

/** A refund was asked for. */
export function refundAskedMail(facts: Facts, stationery: Stationery): Letter {
  const { texts, setting } = stationery
  const { refundAsked } = texts
  return {
    subject: refundAsked.subject(setting.gameTitle),
    preview: refundAsked.lead,
    blocks: [
      { kind: 'heading', text: refundAsked.heading },
      { kind: 'paragraph', text: refundAsked.lead },
      { kind: 'table', heading: refundAsked.request, rows: requestRows(facts, stationery) },
      ...termsOf(facts, stationery).map((text): Block => ({ kind: 'paragraph', text })),
      ...orderBlocks(facts, stationery),
      { kind: 'paragraph', text: refundAsked.stranger, exact: setting.supportEmail },
    ],
  }
}

function requestRows(facts: Facts, { texts: { refundAsked, order, networks } }: Stationery): readonly Row[] {
  const { copies, refundChain, refundSymbol, refundRest, refundAddress } = facts
  // a coin that came by mistake may belong to no rail
  const rail = RAILS.find(({ chain, asset }) => chain === refundChain && asset === refundSymbol)
  return [
    ...(copies === 0 ? [] : [{ label: refundAsked.copies, value: String(copies), isExact: true }]),
    { label: refundAsked.coin, value: refundSymbol, isExact: true },
    ...(rail === undefined ? [] : [{ label: order.network, value: networks[rail.network], isExact: false }]),
    ...(refundRest === null
      ? []
      : [{ label: refundAsked.rest, value: `${refundRest} ${refundSymbol}`, isExact: true }]),
    { label: refundAsked.address, value: refundAddress, isExact: true },
  ]
}

function termsOf({ copies, isDelivered }: Facts, { texts: { refundAsked } }: Stationery): readonly string[] {
  if (copies === 0) return [refundAsked.asItCame]
  return [refundAsked.price, isDelivered ? refundAsked.keys(copies) : refundAsked.noKeys]
}
