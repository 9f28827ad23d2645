import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import type { StockForecast } from '#shared/alerts.ts'
import type { Language } from '#shared/languages.ts'
import type { MailTexts } from '#texts/en/mail.ts'
import { fill, formatCount } from '#texts/format.ts'

/** Drafts the mail to the operator about an event that staff must know about. */
export function alertMail(
  facts: MailFacts['alert'],
  { language, texts, settings }: TemplateContext,
): MailDraft {
  const { alert } = texts
  const { title, text } = alert.kinds[facts.kind]
  const { stock } = facts
  return {
    subject: alert.subject(settings.gameTitle),
    preview: title,
    blocks: [
      { kind: 'heading', text: title },
      { kind: 'paragraph', text },
      ...(stock === undefined
        ? []
        : [{ kind: 'paragraph', text: stockText(language, texts, stock) } as const]),
      { kind: 'paragraph', text: alert.about, exact: facts.subject },
      { kind: 'paragraph', text: alert.next },
    ],
  }
}

function stockText(language: Language, { alert }: MailTexts, { free, daysLeft }: StockForecast): string {
  return fill(alert.stockLasts, {
    free: formatCount(language, free),
    days: formatCount(language, daysLeft),
  })
}
