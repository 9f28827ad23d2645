import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'

/** Drafts the mail to the operator that an event is over. */
export function alertOverMail(
  facts: MailFacts['alert-over'],
  { texts, settings }: TemplateContext,
): MailDraft {
  const { alert, alertOver } = texts
  const { title } = alert.kinds[facts.kind]
  return {
    subject: alertOver.subject(settings.gameTitle),
    preview: title,
    blocks: [
      { kind: 'heading', text: alertOver.about },
      { kind: 'paragraph', text: title },
      { kind: 'paragraph', text: alert.about, exact: facts.subject },
      { kind: 'paragraph', text: alertOver.lead },
    ],
  }
}
