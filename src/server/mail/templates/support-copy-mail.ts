import type { MailDraft, TemplateContext } from '#server/mail/mail-draft.ts'
import { draftFrom } from './draft-from.ts'

/** Drafts the mail to the sender of a support message. It quotes nothing, so that it cannot carry text to a third party. */
export function supportCopyMail(context: TemplateContext): MailDraft {
  const { supportCopy } = context.texts
  const more = { kind: 'paragraph', text: supportCopy.more, exact: context.settings.supportEmail } as const
  return draftFrom(
    supportCopy,
    context,
    supportCopy.lead,
    [supportCopy.lead, more],
    [supportCopy.notRequested],
  )
}
