/** The server did not accept a mail. Holds the reason, never the recipient: servers quote addresses in their replies. */
export class MailRefusedError extends Error {
  /** The SMTP reply code, such as 450 or 550; null if there was no reply. */
  readonly reply: number | null
  /** The server could not be used at all, so other mails would fail as well. */
  readonly isUnreachable: boolean
  constructor(reply: number | null, reason: string) {
    const isUnreachable = reply === 421 || UNREACHABLE_CODES.has(reason)
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

/** nodemailer's error codes for a server that cannot be reached, does not answer, or rejects the login. */
const UNREACHABLE_CODES: ReadonlySet<string> = new Set([
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'EAUTH',
  'ETLS',
  'EPROXY',
  'EPROTOCOL',
  // aborted by this process
  'EABORT',
])
