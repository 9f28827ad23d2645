import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { orderBlocks } from './order-blocks.ts'

/** Drafts the mail with the keys of a confirmed order. */
export function keysMail(facts: MailFacts['keys'], context: TemplateContext): MailDraft {
  const { texts, settings } = context
  const { keys } = texts
  const count = facts.keys.length === 0 ? facts.quantity : facts.keys.length
  return {
    subject: keys.subject(settings.gameTitle, count),
    preview: keys.lead,
    blocks: [
      { kind: 'heading', text: keys.heading(count) },
      { kind: 'paragraph', text: keys.lead },
      { kind: 'exact-list', label: keys.list(count), items: facts.keys },
      { kind: 'paragraph', text: keys.care },
      ...orderBlocks(facts, context),
      { kind: 'paragraph', text: texts.refund },
      { kind: 'paragraph', text: texts.questions, exact: settings.supportEmail },
    ],
  }
}
