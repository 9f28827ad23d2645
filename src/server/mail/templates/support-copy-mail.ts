import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'

/** Drafts the mail to the sender of a support message. It quotes nothing, so that it cannot carry text to a third party. */
export function supportCopyMail({ texts: { supportCopy }, settings }: TemplateContext): MailDraft {
  return {
    subject: supportCopy.subject(settings.gameTitle),
    preview: supportCopy.lead,
    blocks: [
      { kind: 'heading', text: supportCopy.heading },
      { kind: 'paragraph', text: supportCopy.lead },
      { kind: 'paragraph', text: supportCopy.more, exact: settings.supportEmail },
      { kind: 'paragraph', text: supportCopy.notRequested },
    ],
  }
}
