import { sendMails, type SendMailDeps, type SendOutcome } from '#server/mail/send-mail.ts'

/** Sends one mail that is due, as a sender does first. @returns `none` if no mail is due. */
export async function sendMail(
  deps: SendMailDeps,
  stop?: AbortSignal,
): Promise<SendOutcome | { readonly kind: 'none' }> {
  const { outcomes } = await sendMails(deps, stop === undefined ? {} : { stop })
  return outcomes[0] ?? { kind: 'none' }
}
