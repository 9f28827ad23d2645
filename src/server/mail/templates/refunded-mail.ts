import type { Letter, Stationery } from '#server/mail/letter.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import type { Block } from '#server/mail/mail-layout.ts'
import { orderBlocks } from './order-blocks.ts'

/** Money went back, in part or in whole. */
export function refundedMail(facts: MailFacts['refunded'], stationery: Stationery): Letter {
  const { texts, setting } = stationery
  const { refunded } = texts
  return {
    subject: refunded.subject(setting.gameTitle),
    preview: refunded.lead,
    blocks: [
      { kind: 'heading', text: refunded.heading },
      { kind: 'paragraph', text: refunded.lead },
      ...keyBlocks(facts, stationery),
      {
        kind: 'table',
        heading: refunded.refund,
        rows: [
          { label: refunded.amount, value: `${facts.refundAmount} ${facts.refundSymbol}`, isExact: true },
          { label: refunded.address, value: facts.refundAddress, isExact: true },
          ...facts.refundTransactions.map((value) => ({ label: refunded.transaction, value, isExact: true })),
        ],
      },
      ...orderBlocks(facts, stationery),
      { kind: 'paragraph', text: texts.questions, exact: setting.supportEmail },
    ],
  }
}

/** Speaks of returned keys only where some were handed out and came back. */
function keyBlocks(
  { isDelivered, copies, quantity }: MailFacts['refunded'],
  { texts: { refunded } }: Stationery,
): readonly Block[] {
  if (!isDelivered || copies === 0) return []
  const others = copies < quantity ? ` ${refunded.others}` : ''
  return [{ kind: 'paragraph', text: refunded.keys(copies) + others }]
}
