import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { orderBlocks } from './order-blocks.ts'
import { sendBlocks, simulationBlocks } from './send-blocks.ts'

/**
 * Drafts the mail that an order was created. Someone else may have typed the recipient's address: the mail therefore
 * contains nothing that was typed, and says what to do in that case.
 */
export function receivedMail(facts: MailFacts['received'], context: TemplateContext): MailDraft {
  const { texts, settings } = context
  const { received } = texts
  return {
    subject: received.subject(settings.gameTitle),
    preview: received.lead,
    blocks: [
      { kind: 'heading', text: received.heading },
      ...simulationBlocks(facts, context),
      { kind: 'paragraph', text: received.lead },
      ...sendBlocks(facts, { heading: received.send, before: [], amount: facts.amount }, context),
      { kind: 'paragraph', text: received.after },
      ...orderBlocks(facts, context, { isSaidBefore: true }),
      { kind: 'paragraph', text: received.notRequested },
      { kind: 'paragraph', text: texts.questions, exact: settings.supportEmail },
    ],
  }
}
