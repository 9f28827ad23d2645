import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { OrderFacts } from '#server/mail/mail-facts.ts'
import { draftFrom } from './draft-from.ts'
import { openBlock, orderBlocks } from './order-blocks.ts'

/** Drafts the mail that a confirmed order waits for keys, or for the release. */
export function keysLaterMail(
  later: 'keysFollow' | 'keysOnRelease',
  facts: OrderFacts,
  context: TemplateContext,
): MailDraft {
  const words = context.texts[later]
  return draftFrom(words, context, words.next, [
    words.lead,
    words.next,
    openBlock(facts, context),
    ...orderBlocks(facts, context),
    context.texts.refund,
  ])
}
