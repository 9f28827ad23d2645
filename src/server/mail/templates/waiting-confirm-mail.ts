import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { WaitingFacts } from '#server/mail/mail-facts.ts'
import { waitingLinks } from './waiting-links.ts'

/** Drafts the mail that asks whether its mailbox wants to be on the waiting list. */
export function waitingConfirmMail(facts: WaitingFacts, context: TemplateContext): MailDraft {
  const { language, texts, settings } = context
  const { confirm: words, leave } = texts.waitingList
  const links = waitingLinks(facts, context)
  return {
    subject: words.subject(settings.gameTitle),
    preview: words.heading,
    blocks: [
      { kind: 'heading', text: words.heading },
      { kind: 'paragraph', text: words.lead(settings.editionName(facts.edition, language)) },
      { kind: 'link', label: words.link, href: links.confirm, note: words.note },
      { kind: 'paragraph', text: words.notRequested },
      { kind: 'quiet-link', label: leave, href: links.leave },
    ],
    unsubscribeUrl: links.leave,
  }
}
