import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { draftFrom } from './draft-from.ts'
import { openBlock, orderBlocks } from './order-blocks.ts'

/** Drafts the mail with the keys of a confirmed order. */
export function keysMail(facts: MailFacts['keys'], context: TemplateContext): MailDraft {
  const { keys, refund } = context.texts
  const count = facts.keys.length === 0 ? facts.quantity : facts.keys.length
  const words = { subject: (title: string) => keys.subject(title, count), heading: keys.heading(count) }
  return draftFrom(words, context, keys.lead, [
    keys.lead,
    { kind: 'exact-list', label: keys.list(count), items: facts.keys },
    keys.care,
    openBlock(facts, context),
    ...orderBlocks(facts, context),
    refund,
  ])
}
