import { isRefunding } from '#shared/bulletins-api.ts'
import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import { orderBlocks } from './order-blocks.ts'

/** Drafts what the studio tells all buyers: its own words, what a cancellation means for the money, and the order. */
export function bulletinMail(facts: MailFacts['bulletin'], context: TemplateContext): MailDraft {
  const { texts, settings } = context
  const [first = '', ...others] = facts.body
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  return {
    subject: facts.subject,
    preview: first,
    blocks: [
      { kind: 'heading', text: facts.subject },
      ...[first, ...others].map((text) => ({ kind: 'paragraph', text }) as const),
      { kind: 'paragraph', text: isRefunding(facts.kind) ? texts.bulletin.cancelled : texts.refund },
      ...orderBlocks(facts, context),
      { kind: 'paragraph', text: texts.questions, exact: settings.supportEmail },
    ],
  }
}
