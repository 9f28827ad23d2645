import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { draftFrom } from './draft-from.ts'
import { amountOf, openBlock, orderBlocks } from './order-blocks.ts'
import { sendBlocks, simulationBlocks } from './send-blocks.ts'

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
