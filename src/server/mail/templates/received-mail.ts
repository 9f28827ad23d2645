import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { draftFrom } from './draft-from.ts'
import { openBlock, orderBlocks } from './order-blocks.ts'
import { sendBlocks, simulationBlocks } from './send-blocks.ts'

/**
 * Drafts the mail that an order was created. Someone else may have typed the recipient's address: the mail therefore
 * contains nothing that was typed, and says what to do in that case.
 */
export function receivedMail(facts: MailFacts['received'], context: TemplateContext): MailDraft {
  const { received } = context.texts
  return draftFrom(received, context, received.lead, [
    ...simulationBlocks(facts, context),
    received.lead,
    openBlock(facts, context, context.texts.send.pay),
    ...sendBlocks(facts, { heading: received.send, before: [], amount: facts.amount }, context),
    received.after,
    ...orderBlocks(facts, context, { isSaidBefore: true }),
    received.notRequested,
  ])
}
