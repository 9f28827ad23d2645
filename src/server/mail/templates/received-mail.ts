import type { Letter, Stationery } from '#server/mail/letter.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { orderBlocks } from './order-blocks.ts'
import { sendBlocks, simulationBlocks } from './send-blocks.ts'

/**
 * An order was taken. The address may be a stranger's, typed by someone else: nothing typed stands in this mail, and it
 * says what to do about that.
 */
export function receivedMail(facts: MailFacts['received'], stationery: Stationery): Letter {
  const { texts, setting } = stationery
  const { received } = texts
  return {
    subject: received.subject(setting.gameTitle),
    preview: received.lead,
    blocks: [
      { kind: 'heading', text: received.heading },
      ...simulationBlocks(facts, stationery),
      { kind: 'paragraph', text: received.lead },
      ...sendBlocks(facts, { heading: received.send, before: [], amount: facts.amount }, stationery),
      { kind: 'paragraph', text: received.after },
      ...orderBlocks(facts, stationery, { isSaidBefore: true }),
      { kind: 'paragraph', text: received.stranger },
      { kind: 'paragraph', text: texts.questions, exact: setting.supportEmail },
    ],
  }
}
