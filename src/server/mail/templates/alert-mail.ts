import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import type { MailFacts } from '#server/mail/mail-facts.ts'
import type { MailBlock } from '#server/mail/mail-layout.ts'
import { describeAlert, type AlertDescription, type StoredAlert } from '#texts/describe-alert.ts'
import { formatInstant } from '#texts/format-instant.ts'

/** Drafts the mail to the operator about an event that staff must know about. */
export function alertMail(facts: MailFacts['alert'], context: TemplateContext): MailDraft {
  const { language, texts } = context
  const alert = describe(facts, context)
  const since = { label: texts.alert.since, value: formatInstant(facts.raisedAt, language), isExact: false }
  return {
    subject: alertSubjectLine(alert, context),
    preview: alert.text,
    blocks: [
      { kind: 'heading', text: alert.title },
      { kind: 'paragraph', text: alert.text },
      { kind: 'notice', text: `${texts.alert.next}${texts.colon} ${alert.step}` },
      pageLink(alert, context),
      { kind: 'table', heading: texts.alert.details, rows: [...alert.facts, since] },
    ],
  }
}

/** Drafts the mail to the operator that an event is over. */
export function alertOverMail(facts: MailFacts['alert-over'], context: TemplateContext): MailDraft {
  const { language, texts } = context
  const alert = describe(facts, context)
  const times = [
    { label: texts.alert.since, at: facts.raisedAt },
    { label: texts.alert.until, at: facts.closedAt },
  ].flatMap(({ label, at }) =>
    at === undefined ? [] : [{ label, value: formatInstant(at, language), isExact: false }],
  )
  return {
    // RFC 5256, 2.1: a reader of mail that joins threads by subject ignores what is in brackets at the start
    subject: `[${texts.alert.over}] ${alertSubjectLine(alert, context)}`,
    preview: texts.alertOver.lead,
    blocks: [
      { kind: 'heading', text: `${texts.alert.over}${texts.colon} ${alert.title}` },
      { kind: 'paragraph', text: texts.alertOver.lead },
      { kind: 'table', heading: texts.alert.details, rows: [...alert.facts, ...times] },
      pageLink(alert, context),
    ],
  }
}

function describe(
  { kind, subject, facts = {} }: Omit<StoredAlert, 'facts'> & { readonly facts?: unknown },
  { language, texts, settings }: TemplateContext,
): AlertDescription {
  const editionName = (edition: string) => settings.editionName(edition, language)
  return describeAlert(
    { kind, subject, facts },
    { language, words: texts.alert, colon: texts.colon, editionName },
  )
}

function alertSubjectLine({ headline }: AlertDescription, { settings }: TemplateContext): string {
  return `[${settings.gameTitle}] ${headline}`
}

function pageLink({ page }: AlertDescription, { texts, settings }: TemplateContext): MailBlock {
  const href = `${settings.publicUrl()}/admin${page}`
  return { kind: 'link', label: texts.alert.open, href, note: texts.alert.signInFirst }
}
