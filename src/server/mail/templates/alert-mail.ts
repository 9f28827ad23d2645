import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'

/** Drafts the mail to the operator about an event that staff must know about. */
export function alertMail(facts: MailFacts['alert'], { texts, settings }: TemplateContext): MailDraft {
  const { alert } = texts
  const { title, text } = alert.kinds[facts.kind]
  return {
    subject: alert.subject(settings.gameTitle),
    preview: title,
    blocks: [
      { kind: 'heading', text: title },
      { kind: 'paragraph', text },
      { kind: 'paragraph', text: alert.about, exact: facts.subject },
      { kind: 'paragraph', text: alert.next },
    ],
  }
}
