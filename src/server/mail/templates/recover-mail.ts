import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { draftFrom } from './draft-from.ts'
import { accessBlocks, openBlock } from './order-blocks.ts'

/** Drafts the mail with the link to an order, for someone who lost it. */
export function recoverMail(facts: MailFacts['recover'], context: TemplateContext): MailDraft {
  const { recover } = context.texts
  return draftFrom(recover, context, recover.heading, [
    { kind: 'paragraph', text: recover.lead, exact: facts.paymentId },
    openBlock(facts, context),
    ...accessBlocks(facts, context),
    recover.notRequested,
  ])
}
