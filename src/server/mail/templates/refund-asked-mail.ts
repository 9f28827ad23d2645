import { fill, formatCount } from '#texts/format.ts'
import { RAILS } from '#shared/rails.ts'
import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import type { Row } from '#server/mail/mail-layout.ts'
import { addressRows } from './address-rows.ts'
import { draftFrom } from './draft-from.ts'
import { openBlock, orderBlocks } from './order-blocks.ts'

type Facts = MailFacts['refund-asked']

/** Drafts the mail that a refund was requested. */
export function refundAskedMail(facts: Facts, context: TemplateContext): MailDraft {
  const { refundRequested } = context.texts
  return draftFrom(
    refundRequested,
    context,
    refundRequested.lead,
    [
      refundRequested.lead,
      openBlock(facts, context),
      { kind: 'table', heading: refundRequested.request, rows: requestRows(facts, context) },
      ...termsOf(facts, context),
      ...orderBlocks(facts, context),
    ],
    [{ kind: 'paragraph', text: refundRequested.notRequested, exact: context.settings.supportEmail }],
  )
}

function requestRows(facts: Facts, { texts, language }: TemplateContext): readonly Row[] {
  const { refundRequested, order, networks } = texts
  const { copies, refundChain, refundSymbol, refundRest, refundAddress } = facts
  // a coin sent by mistake may belong to no rail
  const rail = RAILS.find(({ chain, asset }) => chain === refundChain && asset === refundSymbol)
  return [
    ...(copies === 0
      ? []
      : [{ label: refundRequested.copies, value: formatCount(language, copies), isExact: false }]),
    { label: refundRequested.coin, value: refundSymbol, isExact: true },
    ...(rail === undefined ? [] : [{ label: order.network, value: networks[rail.network], isExact: false }]),
    ...(refundRest === null
      ? []
      : [{ label: refundRequested.rest, value: `${refundRest} ${refundSymbol}`, isExact: true }]),
    ...addressRows(refundRequested.address, refundAddress, texts),
  ]
}

function termsOf(
  { copies, isDelivered, currency }: Facts,
  { texts: { refundRequested } }: TemplateContext,
): readonly string[] {
  if (copies === 0) return [refundRequested.asItCame]
  return [
    fill(refundRequested.price, { currency }),
    isDelivered ? refundRequested.keys(copies) : refundRequested.noKeys,
  ]
}
