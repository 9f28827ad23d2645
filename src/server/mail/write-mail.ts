import { isRightToLeft, type Language } from '#shared/languages.ts'
import type { Letter, MailSetting, Stationery } from './letter.ts'
import type { MailContent, MailFacts } from './mail-facts.ts'
import { layOutHtml, layOutText } from './mail-layout.ts'
import { keysFollowMail } from './templates/keys-follow-mail.ts'
import { keysMail } from './templates/keys-mail.ts'
import { lateMail } from './templates/late-mail.ts'
import { receivedMail } from './templates/received-mail.ts'
import { recoverMail } from './templates/recover-mail.ts'
import { refundAskedMail } from './templates/refund-asked-mail.ts'
import { refundedMail } from './templates/refunded-mail.ts'
import { reviewMail } from './templates/review-mail.ts'
import { shortMail } from './templates/short-mail.ts'
import { supportCopyMail } from './templates/support-copy-mail.ts'
import { MAIL_TEXTS } from '#texts/mail-texts.ts'

export interface WrittenMail {
  readonly subject: string
  readonly text: string
  /** Null for a mail in plain text only. */
  readonly html: string | null
}

/** Words a mail from its facts; the same facts always give the same mail. */
export function writeMail(content: MailContent, language: Language, setting: MailSetting): WrittenMail {
  if (content.template === 'support') return writeSupport(content.facts)
  const texts = MAIL_TEXTS[language]
  const { subject, preview, blocks } = letterOf(content, { language, texts, setting })
  const frame = {
    title: setting.gameTitle,
    subject,
    preview,
    language,
    isRightToLeft: isRightToLeft(language),
    colon: texts.colon,
  }
  return { subject, text: layOutText(frame, blocks), html: layOutHtml(frame, blocks) }
}

function letterOf(
  content: Exclude<MailContent, { readonly template: 'support' }>,
  stationery: Stationery,
): Letter {
  switch (content.template) {
    case 'received':
      return receivedMail(content.facts, stationery)
    case 'short':
      return shortMail(content.facts, stationery)
    case 'late':
      return lateMail(content.facts, stationery)
    case 'review':
      return reviewMail(content.facts, stationery)
    case 'keys':
      return keysMail(content.facts, stationery)
    case 'keys-follow':
      return keysFollowMail(content.facts, stationery)
    case 'refund-asked':
      return refundAskedMail(content.facts, stationery)
    case 'refunded':
      return refundedMail(content.facts, stationery)
    case 'recover':
      return recoverMail(content.facts, stationery)
    case 'support-copy':
      return supportCopyMail(stationery)
  }
}

/** To the studio: what was typed, as plain text, and nothing made of it. */
function writeSupport(facts: MailFacts['support']): WrittenMail {
  const text = [`From: ${facts.name} <${facts.email}>`, '', facts.message, ''].join('\n')
  return { subject: `Support request from ${facts.name}`, text, html: null }
}
