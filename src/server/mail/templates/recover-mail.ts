import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { linkBlocks } from './order-blocks.ts'

/** Drafts the mail with the link to an order, for someone who lost it. */
export function recoverMail(facts: MailFacts['recover'], context: TemplateContext): MailDraft {
  const { texts, settings } = context
  const { recover } = texts
  return {
    subject: recover.subject(settings.gameTitle),
    preview: recover.heading,
    blocks: [
      { kind: 'heading', text: recover.heading },
      { kind: 'paragraph', text: recover.lead, exact: facts.paymentId },
      ...linkBlocks(facts, context),
      { kind: 'paragraph', text: recover.notRequested },
      { kind: 'paragraph', text: texts.questions, exact: settings.supportEmail },
    ],
  }
}
