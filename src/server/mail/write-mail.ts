import { DEFAULT_COLORS } from '#shared/game-theme.ts'
import { isRightToLeft, type Language } from '#shared/languages.ts'
import type { MailDraft, MailSettings, TemplateContext } from './mail-draft.ts'
import type { MailContent, MailFacts } from './mail-facts.ts'
import { drawQr } from './draw-qr.ts'
import { layOutHtml, MARK_CID, PICTURE_CID, QR_CID } from './mail-html.ts'
import { layOutText } from './mail-layout.ts'
import { alertMail, alertOverMail } from './templates/alert-mail.ts'
import {
  bulletinMail,
  keysElsewhereMail,
  keysLaterMail,
  keysMail,
  lateMail,
  receivedMail,
  recoverMail,
  reviewMail,
  shortMail,
} from './templates/order-mails.ts'
import { refundAskedMail } from './templates/refund-asked-mail.ts'
import { refundedMail } from './templates/refunded-mail.ts'
import { withdrawalMail } from './templates/withdrawal-mail.ts'
import { supportCopyMail } from './templates/support-copy-mail.ts'
import { waitingConfirmMail, waitingStockMail } from './templates/waiting-mails.ts'
import { MAIL_TEXTS } from '#texts/mail-texts.ts'

export interface WrittenMail {
  readonly subject: string
  readonly text: string
  /** Null for a mail in plain text only. */
  readonly html: string | null
  /** The pictures that the HTML shows: parts of the mail, each under the content id of its `src`. */
  readonly images: readonly MailImage[]
  /** Null for a mail that nobody subscribes to. */
  readonly unsubscribeUrl: string | null
}

interface MailImage {
  readonly cid: string
  readonly type: 'image/png' | 'image/jpeg'
  /** Drawn on demand: a mail that is only listed needs no picture. */
  readonly bytes: () => Uint8Array
}

/** Renders a mail from its facts. The same facts always give the same mail. */
export function writeMail(content: MailContent, language: Language, settings: MailSettings): WrittenMail {
  if (content.template === 'support') return writeSupport(content.facts)
  const texts = MAIL_TEXTS[language]
  const {
    subject,
    preview,
    blocks,
    unsubscribeUrl = null,
  } = draftMail(content, { language, texts, settings })
  const { markPng } = settings
  const isToStaff = content.template === 'alert' || content.template === 'alert-over'
  const pictureJpeg = isToStaff ? undefined : settings.pictureJpeg
  const frame = {
    title: settings.gameTitle,
    subject,
    preview,
    language,
    isRightToLeft: isRightToLeft(language),
    colon: texts.colon,
    colors: settings.colors ?? DEFAULT_COLORS,
    hasMark: markPng !== undefined,
    hasPicture: pictureJpeg !== undefined,
  }
  const images = [
    ...(markPng === undefined ? [] : [{ cid: MARK_CID, type: 'image/png' as const, bytes: () => markPng }]),
    ...(pictureJpeg === undefined
      ? []
      : [{ cid: PICTURE_CID, type: 'image/jpeg' as const, bytes: () => pictureJpeg }]),
    ...blocks.flatMap((block) =>
      block.kind === 'qr'
        ? [{ cid: QR_CID, type: 'image/png' as const, bytes: () => drawQr(block.address) }]
        : [],
    ),
  ]
  return { subject, text: layOutText(frame, blocks), html: layOutHtml(frame, blocks), images, unsubscribeUrl }
}

function draftMail(
  content: Exclude<MailContent, { readonly template: 'support' }>,
  context: TemplateContext,
): MailDraft {
  switch (content.template) {
    case 'received':
      return receivedMail(content.facts, context)
    case 'short':
      return shortMail(content.facts, context)
    case 'late':
      return lateMail(content.facts, context)
    case 'review':
      return reviewMail(content.facts, context)
    case 'keys':
      return keysMail(content.facts, context)
    case 'keys-elsewhere':
      return keysElsewhereMail(content.facts, context)
    case 'keys-follow':
      return keysLaterMail('keysFollow', content.facts, context)
    case 'keys-on-release':
      return keysLaterMail('keysOnRelease', content.facts, context)
    case 'refund-asked':
      return refundAskedMail(content.facts, context)
    case 'refunded':
      return refundedMail(content.facts, context)
    case 'withdrawal':
      return withdrawalMail(content.facts, context)
    case 'bulletin':
      return bulletinMail(content.facts, context)
    case 'recover':
      return recoverMail(content.facts, context)
    case 'alert':
      return alertMail(content.facts, context)
    case 'alert-over':
      return alertOverMail(content.facts, context)
    case 'support-copy':
      return supportCopyMail(context)
    case 'waiting-confirm':
      return waitingConfirmMail(content.facts, context)
    case 'waiting-stock':
      return waitingStockMail(content.facts, context)
  }
}

/** The mail to the studio: the message as plain text, exactly as it was typed. */
function writeSupport(facts: MailFacts['support']): WrittenMail {
  const text = [`From: ${facts.name} <${facts.email}>`, '', facts.message, ''].join('\n')
  return { subject: `Support request from ${facts.name}`, text, html: null, images: [], unsubscribeUrl: null }
}
