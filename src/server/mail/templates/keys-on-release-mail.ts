import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { OrderFacts } from '#server/mail/mail-facts.ts'
import { orderBlocks } from './order-blocks.ts'

/** Drafts the mail that the keys of a confirmed order are sent on release. */
export function keysOnReleaseMail(facts: OrderFacts, context: TemplateContext): MailDraft {
  const { texts, settings } = context
  const { keysOnRelease } = texts
  return {
    subject: keysOnRelease.subject(settings.gameTitle),
    preview: keysOnRelease.next,
    blocks: [
      { kind: 'heading', text: keysOnRelease.heading },
      { kind: 'paragraph', text: keysOnRelease.lead },
      { kind: 'paragraph', text: keysOnRelease.next },
      ...orderBlocks(facts, context),
      { kind: 'paragraph', text: texts.refund },
      { kind: 'paragraph', text: texts.questions, exact: settings.supportEmail },
    ],
  }
}
