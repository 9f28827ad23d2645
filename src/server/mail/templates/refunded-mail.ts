import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { addressRows } from './address-rows.ts'
import { draftFrom } from './draft-from.ts'
import { openBlock, orderBlocks } from './order-blocks.ts'

/** Drafts the mail that money was refunded, in part or in whole. */
export function refundedMail(facts: MailFacts['refunded'], context: TemplateContext): MailDraft {
  const { texts } = context
  const { refunded } = texts
  return draftFrom(refunded, context, refunded.lead, [
    refunded.lead,
    openBlock(facts, context),
    ...keyParts(facts, context),
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
  ])
}

/** Mentions returned keys only if keys were delivered and returned. */
function keyParts(
  { isDelivered, copies, quantity }: MailFacts['refunded'],
  { texts: { refunded } }: TemplateContext,
): readonly string[] {
  if (!isDelivered || copies === 0) return []
  return [refunded.keys(copies) + (copies < quantity ? ` ${refunded.others}` : '')]
}
