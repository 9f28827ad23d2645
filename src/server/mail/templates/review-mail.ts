import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { orderBlocks } from './order-blocks.ts'

/** Drafts the mail that staff must decide about a payment. */
export function reviewMail(facts: MailFacts['review'], context: TemplateContext): MailDraft {
  const { texts, settings } = context
  const { review } = texts
  const reason = review.reasons[facts.reason]
  return {
    subject: review.subject(settings.gameTitle),
    preview: reason,
    blocks: [
      { kind: 'heading', text: review.heading },
      { kind: 'paragraph', text: reason },
      { kind: 'paragraph', text: review.next },
      { kind: 'paragraph', text: review.wait },
      ...orderBlocks(facts, context),
      { kind: 'paragraph', text: texts.questions, exact: settings.supportEmail },
    ],
  }
}
