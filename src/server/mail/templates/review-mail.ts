import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { draftFrom } from './draft-from.ts'
import { openBlock, orderBlocks } from './order-blocks.ts'

/** Drafts the mail that staff must decide about a payment. */
export function reviewMail(facts: MailFacts['review'], context: TemplateContext): MailDraft {
  const { review } = context.texts
  const reason = review.reasons[facts.reason]
  const parts = [reason, review.next, review.wait, openBlock(facts, context), ...orderBlocks(facts, context)]
  return draftFrom(review, context, reason, parts)
}
