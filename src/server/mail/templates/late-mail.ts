import type { Letter, Stationery } from '#server/mail/letter.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import type { Block } from '#server/mail/mail-layout.ts'
import { orderBlocks } from './order-blocks.ts'

/** Money came after the window. */
export function lateMail(facts: MailFacts['late'], stationery: Stationery): Letter {
  const { texts, setting } = stationery
  const { late, review } = texts
  const said =
    facts.outcome === 'counts' ? [late.counts, late.next] : [late.decision, review.next, review.wait]
  return {
    subject: late.subject(setting.gameTitle),
    preview: said[0] ?? late.heading,
    blocks: [
      { kind: 'heading', text: late.heading },
      ...said.map((text): Block => ({ kind: 'paragraph', text })),
      ...orderBlocks(facts, stationery),
      { kind: 'paragraph', text: texts.questions, exact: setting.supportEmail },
    ],
  }
}
