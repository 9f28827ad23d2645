/** A mail that was not accepted. Says how, never to whom: servers quote addresses in their answers. */
export class MailRefusedError extends Error {
  /** The SMTP reply, such as 450 or 550; null where none came. */
  readonly reply: number | null
  /** The server could not be used at all, so that other mails would fare no better. */
  readonly isUnreachable: boolean
  constructor(reply: number | null, reason: string) {
    const isUnreachable = reply === 421 || AWAY.has(reason)
    const answer = reply === null ? reason : `${String(reply)} ${reason}`
    super(
      isUnreachable
        ? `the mail server cannot be used (${answer}); is KEYHOLD_SMTP_URL right, and does it answer?`
        : `the mail was refused (${answer})`,
    )
    this.name = 'MailRefusedError'
    this.reply = reply
    this.isUnreachable = isUnreachable
  }
}

/** nodemailer's own words for a server that is not there, does not talk, or lets nobody in. */
const AWAY: ReadonlySet<string> = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'EAUTH',
  'ETLS',
  'EPROXY',
  'EPROTOCOL',
  // ended by ourselves
  'EABORT',
])
