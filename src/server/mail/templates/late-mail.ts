import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import type { MailBlock } from '#server/mail/mail-layout.ts'
import { orderBlocks } from './order-blocks.ts'

/** Drafts the mail that money arrived after the payment window. */
export function lateMail(facts: MailFacts['late'], context: TemplateContext): MailDraft {
  const { texts, settings } = context
  const { late, review } = texts
  const said =
    facts.outcome === 'counts' ? [late.counts, late.next] : [late.decision, review.next, review.wait]
  return {
    subject: late.subject(settings.gameTitle),
    preview: said[0] ?? late.heading,
    blocks: [
      { kind: 'heading', text: late.heading },
      ...said.map((text): MailBlock => ({ kind: 'paragraph', text })),
      ...orderBlocks(facts, context),
      { kind: 'paragraph', text: texts.questions, exact: settings.supportEmail },
    ],
  }
}
