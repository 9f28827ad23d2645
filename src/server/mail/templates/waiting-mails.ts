import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { WaitingFacts } from '#server/mail/mail-facts.ts'

// The mails to those on the waiting list.

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

interface WaitingLinks {
  readonly confirm: string
  readonly leave: string
}

/** The links of an entry of the waiting list. Opening one changes nothing: mail scanners follow links. */
function waitingLinks({ entryId }: WaitingFacts, { language, settings }: TemplateContext): WaitingLinks {
  const query = `token=${settings.waitingToken(entryId)}&lang=${language}`
  const page = `${settings.publicUrl()}/waiting-list`
  return { confirm: `${page}/confirm?${query}`, leave: `${page}/leave?${query}` }
}
