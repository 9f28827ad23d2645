import type { Letter, Stationery } from '#server/mail/letter.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { orderBlocks } from './order-blocks.ts'

/** A person decides about what came. */
export function reviewMail(facts: MailFacts['review'], stationery: Stationery): Letter {
  const { texts, setting } = stationery
  const { review } = texts
  const reason = review.reasons[facts.reason]
  return {
    subject: review.subject(setting.gameTitle),
    preview: reason,
    blocks: [
      { kind: 'heading', text: review.heading },
      { kind: 'paragraph', text: reason },
      { kind: 'paragraph', text: review.next },
      { kind: 'paragraph', text: review.wait },
      ...orderBlocks(facts, stationery),
      { kind: 'paragraph', text: texts.questions, exact: setting.supportEmail },
    ],
  }
}
