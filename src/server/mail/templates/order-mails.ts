import { isRefunding } from '#shared/bulletins-api.ts'
import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts, OrderFacts } from '#server/mail/mail-facts.ts'
import type { MailBlock } from '#server/mail/mail-layout.ts'
import { formatCount, formatMegabytes } from '#texts/format.ts'
import { draftFrom } from './draft-from.ts'
import { accessBlocks, amountOf, openBlock, orderBlocks } from './order-blocks.ts'
import { sendBlocks, simulationBlocks } from './send-blocks.ts'

// The mails to buyers that consist of a few sentences and the order.

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

/** Drafts the mail that part of the amount arrived and no transfer of the rest is visible. */
export function shortMail(facts: MailFacts['short'], context: TemplateContext): MailDraft {
  const { short } = context.texts
  const table = {
    heading: short.send,
    before: [{ label: short.arrived, value: amountOf(facts.arrived, facts), isExact: true }],
    amount: facts.missing,
    amountLabel: short.missing,
  }
  return draftFrom(short, context, short.lead, [
    ...simulationBlocks(facts, context),
    short.lead,
    openBlock(facts, context, { ...context.texts.send.pay, label: short.send }),
    ...sendBlocks(facts, table, context),
    `${short.rate} ${short.over}`,
    ...orderBlocks(facts, context),
  ])
}

/** Drafts the mail that money arrived after the payment window. */
export function lateMail(facts: MailFacts['late'], context: TemplateContext): MailDraft {
  const { late, review } = context.texts
  const said =
    facts.outcome === 'counts' ? [late.counts, late.next] : [late.decision, review.next, review.wait]
  return draftFrom(late, context, said[0] ?? late.heading, [
    ...said,
    openBlock(facts, context),
    ...orderBlocks(facts, context),
  ])
}

/** Drafts the mail that staff must decide about a payment. */
export function reviewMail(facts: MailFacts['review'], context: TemplateContext): MailDraft {
  const { review } = context.texts
  const reason = review.reasons[facts.reason]
  const parts = [reason, review.next, review.wait, openBlock(facts, context), ...orderBlocks(facts, context)]
  return draftFrom(review, context, reason, parts)
}

/** Drafts the mail with the keys of a confirmed order. */
export function keysMail(facts: MailFacts['keys'], context: TemplateContext): MailDraft {
  const { keys, refund } = context.texts
  const count = facts.keys.length === 0 ? facts.quantity : facts.keys.length
  const words = { subject: (title: string) => keys.subject(title, count), heading: keys.heading(count) }
  return draftFrom(words, context, keys.lead, [
    keys.lead,
    { kind: 'exact-list', label: keys.list(count), items: facts.keys },
    ...redeemBlocks(facts, context),
    ...fileBlocks(facts, context),
    keys.care,
    openBlock(facts, context),
    ...orderBlocks(facts, context),
    refund,
  ])
}

/** Drafts the mail with the keys of a sale made elsewhere. */
export function keysElsewhereMail(facts: MailFacts['keys-elsewhere'], context: TemplateContext): MailDraft {
  const { keys, keysElsewhere, order } = context.texts
  const count = facts.keys.length
  const words = { subject: (title: string) => keys.subject(title, count), heading: keys.heading(count) }
  return draftFrom(
    words,
    context,
    keysElsewhere.lead,
    [
      keysElsewhere.lead,
      { kind: 'exact-list', label: keys.list(count), items: facts.keys },
      ...redeemBlocks(facts, context),
      keys.care,
      {
        kind: 'table',
        heading: keysElsewhere.heading,
        rows: [
          { label: keysElsewhere.reference, value: facts.reference, isExact: true },
          {
            label: order.edition,
            value: context.settings.editionName(facts.edition, context.language),
            isExact: false,
          },
          { label: order.copies, value: formatCount(context.language, facts.quantity), isExact: false },
        ],
      },
      keysElsewhere.refund,
    ],
    [{ kind: 'paragraph', text: keysElsewhere.questions, exact: context.settings.supportEmail }],
  )
}

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

/** Where the keys are used, and how. */
function redeemBlocks(
  { edition }: Pick<OrderFacts, 'edition'>,
  { language, texts, settings }: TemplateContext,
): readonly MailBlock[] {
  const redeem = settings.redeem?.(edition, language)
  if (redeem === null || redeem === undefined) return []
  const { shop, link, steps } = redeem
  return [
    { kind: 'paragraph', text: texts.keys.redeem(shop) },
    { kind: 'list', items: steps.map((step, place) => `${formatCount(language, place + 1)}. ${step}`) },
    { kind: 'quiet-link', label: shop, href: link },
  ]
}

/** The links to what the edition contains beside keys. */
function fileBlocks(
  { files = [] }: MailFacts['keys'],
  { language, texts, settings }: TemplateContext,
): readonly MailBlock[] {
  const links = files.flatMap(({ titles, size, path }) => {
    const label = `${titles[language]} (${formatMegabytes(language, size)})`
    return path === null
      ? []
      : [{ kind: 'quiet-link' as const, label, href: `${settings.publicUrl()}${path}` }]
  })
  return links.length === 0 ? [] : [{ kind: 'paragraph', text: texts.keys.files }, ...links]
}
