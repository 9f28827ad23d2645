import { isRefunding } from '#shared/bulletins-api.ts'
import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { draftFrom } from './draft-from.ts'
import { openBlock, orderBlocks } from './order-blocks.ts'

/** Drafts what the studio tells all buyers: its own words, what a cancellation means for the money, and the order. */
export function bulletinMail(facts: MailFacts['bulletin'], context: TemplateContext): MailDraft {
  const { texts } = context
  const { subject, body, kind } = facts
  const paragraphs = body.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  return draftFrom({ subject: () => subject, heading: subject }, context, paragraphs[0] ?? '', [
    ...paragraphs,
    openBlock(facts, context),
    isRefunding(kind) ? texts.bulletin.cancelled : texts.refund,
    ...orderBlocks(facts, context),
  ])
}
