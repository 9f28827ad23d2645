import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { OrderFacts } from '#server/mail/mail-facts.ts'
import { orderBlocks } from './order-blocks.ts'

/** Drafts the mail that a confirmed order waits for keys. */
export function keysFollowMail(facts: OrderFacts, context: TemplateContext): MailDraft {
  const { texts, settings } = context
  const { keysFollow } = texts
  return {
    subject: keysFollow.subject(settings.gameTitle),
    preview: keysFollow.next,
    blocks: [
      { kind: 'heading', text: keysFollow.heading },
      { kind: 'paragraph', text: keysFollow.lead },
      { kind: 'paragraph', text: keysFollow.next },
      ...orderBlocks(facts, context),
      { kind: 'paragraph', text: texts.refund },
      { kind: 'paragraph', text: texts.questions, exact: settings.supportEmail },
    ],
  }
}
