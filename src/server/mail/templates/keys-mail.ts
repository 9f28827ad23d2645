import type { Letter, Stationery } from '#server/mail/letter.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { orderBlocks } from './order-blocks.ts'

/** The keys of a confirmed order. */
export function keysMail(facts: MailFacts['keys'], stationery: Stationery): Letter {
  const { texts, setting } = stationery
  const { keys } = texts
  const count = facts.keys.length
  return {
    subject: keys.subject(setting.gameTitle, count),
    preview: keys.lead,
    blocks: [
      { kind: 'heading', text: keys.heading(count) },
      { kind: 'paragraph', text: keys.lead },
      { kind: 'exact-list', label: keys.list(count), items: facts.keys },
      { kind: 'paragraph', text: keys.care },
      ...orderBlocks(facts, stationery),
      { kind: 'paragraph', text: texts.refund },
      { kind: 'paragraph', text: texts.questions, exact: setting.supportEmail },
    ],
  }
}
