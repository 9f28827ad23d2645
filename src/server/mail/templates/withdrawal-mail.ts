import { formatCount } from '#texts/format.ts'
import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import type { Row } from '#server/mail/mail-layout.ts'
import { momentsOf, writeAcknowledgement } from '#server/mail/write-acknowledgement.ts'
import { draftFrom } from './draft-from.ts'
import { openBlock, orderBlocks } from './order-blocks.ts'

type Facts = MailFacts['withdrawal']

/** Drafts the acknowledgement of a statement of withdrawal: its content, when it was received, and its digest. */
export function withdrawalMail(facts: Facts, context: TemplateContext): MailDraft {
  const { withdrawal } = context.texts
  return draftFrom(
    withdrawal,
    context,
    withdrawal.lead,
    [
      withdrawal.lead,
      openBlock(facts, context),
      { kind: 'table', heading: withdrawal.statement, rows: statementRows(facts, context) },
      withdrawal.outcomes[facts.outcome],
      ...orderBlocks(facts, context),
    ],
    [{ kind: 'paragraph', text: withdrawal.notSubmitted, exact: context.settings.supportEmail }],
  )
}

function statementRows(
  { name, email, copies, submittedAt, timeZone, paymentId }: Facts,
  { language, texts: { withdrawal, order }, settings }: TemplateContext,
): readonly Row[] {
  const statement = { name, email, copies, timeZone, paymentId, submittedAt: new Date(submittedAt) }
  const { digest } = writeAcknowledgement(statement, language, settings.gameTitle)
  return [
    { label: withdrawal.name, value: name, isExact: false },
    { label: order.invoiceId, value: paymentId, isExact: true },
    { label: withdrawal.email, value: email, isExact: true },
    copies === null
      ? { label: order.copies, value: withdrawal.whole, isExact: false }
      : { label: order.copies, value: formatCount(language, copies), isExact: false },
    ...momentsOf(statement).map(({ zone, at }) => ({
      label: `${withdrawal.submitted} (${zone})`,
      value: at,
      isExact: true,
    })),
    { label: 'SHA-256', value: digest, isExact: true },
  ]
}
