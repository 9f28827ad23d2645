import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import type { MailBlock } from '#server/mail/mail-layout.ts'
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
    ...redeemBlocks(facts, context),
    keys.care,
    openBlock(facts, context),
    ...orderBlocks(facts, context),
    refund,
  ])
}

/** Where the keys are used, and how. */
function redeemBlocks(
  { edition }: MailFacts['keys'],
  { language, texts, settings }: TemplateContext,
): readonly MailBlock[] {
  const redeem = settings.redeem?.(edition, language)
  if (redeem === null || redeem === undefined) return []
  const { shop, link, steps } = redeem
  return [
    { kind: 'paragraph', text: texts.keys.redeem(shop) },
    { kind: 'list', items: steps.map((step, place) => `${String(place + 1)}. ${step}`) },
    { kind: 'quiet-link', label: shop, href: link },
  ]
}
