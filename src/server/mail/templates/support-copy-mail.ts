import type { Letter, Stationery } from '#server/mail/letter.ts'

/** To who wrote to the studio. It quotes nothing, so that nobody can have the shop send his words to a stranger. */
export function supportCopyMail({ texts: { supportCopy }, setting }: Stationery): Letter {
  return {
    subject: supportCopy.subject(setting.gameTitle),
    preview: supportCopy.lead,
    blocks: [
      { kind: 'heading', text: supportCopy.heading },
      { kind: 'paragraph', text: supportCopy.lead },
      { kind: 'paragraph', text: supportCopy.more, exact: setting.supportEmail },
      { kind: 'paragraph', text: supportCopy.stranger },
    ],
  }
}
