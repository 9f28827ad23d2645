import type { Letter, Stationery } from '#server/mail/letter.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { linkBlock } from './order-blocks.ts'

/** The link to an order, for who has lost it. */
export function recoverMail(facts: MailFacts['recover'], stationery: Stationery): Letter {
  const { texts, setting } = stationery
  const { recover } = texts
  return {
    subject: recover.subject(setting.gameTitle),
    preview: recover.heading,
    blocks: [
      { kind: 'heading', text: recover.heading },
      { kind: 'paragraph', text: recover.lead, exact: facts.paymentId },
      linkBlock(facts, stationery),
      { kind: 'paragraph', text: recover.stranger },
      { kind: 'paragraph', text: texts.questions, exact: setting.supportEmail },
    ],
  }
}
