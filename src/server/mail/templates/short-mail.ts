import type { Letter, Stationery } from '#server/mail/letter.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { amountOf, orderBlocks } from './order-blocks.ts'
import { sendBlocks, simulationBlocks } from './send-blocks.ts'

/** A part of the money arrived, and the rest is not on its way. */
export function shortMail(facts: MailFacts['short'], stationery: Stationery): Letter {
  const { texts, setting } = stationery
  const { short } = texts
  const table = {
    heading: short.send,
    before: [{ label: short.arrived, value: amountOf(facts.arrived, facts), isExact: true }],
    amount: facts.missing,
    amountLabel: short.missing,
  }
  return {
    subject: short.subject(setting.gameTitle),
    preview: short.lead,
    blocks: [
      { kind: 'heading', text: short.heading },
      ...simulationBlocks(facts, stationery),
      { kind: 'paragraph', text: short.lead },
      ...sendBlocks(facts, table, stationery),
      { kind: 'paragraph', text: `${short.rate} ${short.over}` },
      ...orderBlocks(facts, stationery),
      { kind: 'paragraph', text: texts.questions, exact: setting.supportEmail },
    ],
  }
}
