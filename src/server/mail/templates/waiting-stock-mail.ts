import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { WaitingFacts } from '#server/mail/mail-facts.ts'
import { waitingLinks } from './waiting-links.ts'

/** Drafts the one mail to somebody on the waiting list: the edition can be ordered again. */
export function waitingStockMail(facts: WaitingFacts, context: TemplateContext): MailDraft {
  const { language, texts, settings } = context
  const { stock: words, leave } = texts.waitingList
  const links = waitingLinks(facts, context)
  const lead = words.lead(settings.editionName(facts.edition, language))
  return {
    subject: words.subject(settings.gameTitle),
    preview: lead,
    blocks: [
      { kind: 'heading', text: words.heading },
      { kind: 'paragraph', text: lead },
      {
        kind: 'link',
        label: words.link,
        href: `${settings.publicUrl()}/?lang=${language}#pre-order`,
        note: words.note,
      },
      { kind: 'paragraph', text: words.last },
      { kind: 'quiet-link', label: leave, href: links.leave },
    ],
    unsubscribeUrl: links.leave,
  }
}
