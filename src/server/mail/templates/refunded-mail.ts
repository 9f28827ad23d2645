import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import type { MailBlock } from '#server/mail/mail-layout.ts'
import { addressRows } from './address-rows.ts'
import { orderBlocks } from './order-blocks.ts'

/** Drafts the mail that money was refunded, in part or in whole. */
export function refundedMail(facts: MailFacts['refunded'], context: TemplateContext): MailDraft {
  const { texts, settings } = context
  const { refunded } = texts
  return {
    subject: refunded.subject(settings.gameTitle),
    preview: refunded.lead,
    blocks: [
      { kind: 'heading', text: refunded.heading },
      { kind: 'paragraph', text: refunded.lead },
      ...keyBlocks(facts, context),
      {
        kind: 'table',
        heading: refunded.refund,
        rows: [
          { label: refunded.amount, value: `${facts.refundAmount} ${facts.refundSymbol}`, isExact: true },
          ...addressRows(refunded.address, facts.refundAddress, texts),
          ...facts.refundTransactions.map((value) => ({ label: refunded.transaction, value, isExact: true })),
        ],
      },
      ...orderBlocks(facts, context),
      { kind: 'paragraph', text: texts.questions, exact: settings.supportEmail },
    ],
  }
}

/** Mentions returned keys only if keys were delivered and returned. */
function keyBlocks(
  { isDelivered, copies, quantity }: MailFacts['refunded'],
  { texts: { refunded } }: TemplateContext,
): readonly MailBlock[] {
  if (!isDelivered || copies === 0) return []
  const others = copies < quantity ? ` ${refunded.others}` : ''
  return [{ kind: 'paragraph', text: refunded.keys(copies) + others }]
}
