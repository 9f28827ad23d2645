import { RAILS } from '#shared/rails.ts'
import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import type { MailBlock, Row } from '#server/mail/mail-layout.ts'
import { orderBlocks } from './order-blocks.ts'

type Facts = MailFacts['refund-asked']

/** Drafts the mail that a refund was requested. */
export function refundAskedMail(facts: Facts, context: TemplateContext): MailDraft {
  const { texts, settings: settings } = context
  const { refundAsked } = texts
  return {
    subject: refundAsked.subject(settings.gameTitle),
    preview: refundAsked.lead,
    blocks: [
      { kind: 'heading', text: refundAsked.heading },
      { kind: 'paragraph', text: refundAsked.lead },
      { kind: 'table', heading: refundAsked.request, rows: requestRows(facts, context) },
      ...termsOf(facts, context).map((text): MailBlock => ({ kind: 'paragraph', text })),
      ...orderBlocks(facts, context),
      { kind: 'paragraph', text: refundAsked.notRequested, exact: settings.supportEmail },
    ],
  }
}

function requestRows(
  facts: Facts,
  { texts: { refundAsked, order, networks } }: TemplateContext,
): readonly Row[] {
  const { copies, refundChain, refundSymbol, refundRest, refundAddress } = facts
  // a coin sent by mistake may belong to no rail
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

function termsOf(
  { copies, isDelivered }: Facts,
  { texts: { refundAsked } }: TemplateContext,
): readonly string[] {
  if (copies === 0) return [refundAsked.asItCame]
  return [refundAsked.price, isDelivered ? refundAsked.keys(copies) : refundAsked.noKeys]
}
