import type { Letter, Stationery } from '#server/mail/letter.ts'
import type { OrderFacts } from '#server/mail/mail-facts.ts'
import { orderBlocks } from './order-blocks.ts'

/** A confirmed order waits for keys. */
export function keysFollowMail(facts: OrderFacts, stationery: Stationery): Letter {
  const { texts, setting } = stationery
  const { keysFollow } = texts
  return {
    subject: keysFollow.subject(setting.gameTitle),
    preview: keysFollow.next,
    blocks: [
      { kind: 'heading', text: keysFollow.heading },
      { kind: 'paragraph', text: keysFollow.lead },
      { kind: 'paragraph', text: keysFollow.next },
      ...orderBlocks(facts, stationery),
      { kind: 'paragraph', text: texts.refund },
      { kind: 'paragraph', text: texts.questions, exact: setting.supportEmail },
    ],
  }
}
