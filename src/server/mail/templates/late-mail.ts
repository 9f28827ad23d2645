import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { draftFrom } from './draft-from.ts'
import { openBlock, orderBlocks } from './order-blocks.ts'

/** Drafts the mail that money arrived after the payment window. */
export function lateMail(facts: MailFacts['late'], context: TemplateContext): MailDraft {
  const { late, review } = context.texts
  const said =
    facts.outcome === 'counts' ? [late.counts, late.next] : [late.decision, review.next, review.wait]
  return draftFrom(late, context, said[0] ?? late.heading, [
    ...said,
    openBlock(facts, context),
    ...orderBlocks(facts, context),
  ])
}
