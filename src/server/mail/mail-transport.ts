import { createTransport } from 'nodemailer'
import type { WrittenMail } from './write-mail.ts'

/** A mail ready to go. */
export interface OutgoingMail extends WrittenMail {
  /** With its angle brackets. */
  readonly messageId: string
  readonly recipient: string
  readonly replyTo: string | null
}

/** The way out. */
export interface MailTransport {
  /** @throws {MailRefusedError} where the mail was not accepted. */
  send(mail: OutgoingMail): Promise<void>
  /** Asks the server for a greeting and, where there is one, a login. */
  verify(): Promise<void>
  close(): void
}

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
])

export interface SmtpTimes {
  readonly connectMs: number
  readonly silenceMs: number
}
const TIMES: SmtpTimes = { connectMs: 10_000, silenceMs: 30_000 }

/** How many mails one process sends at once. */
export const MAILS_AT_ONCE = 2

/**
 * Sends by SMTP.
 *
 * @param url KEYHOLD_SMTP_URL, such as `smtps://user:password@host:465`.
 * @param from KEYHOLD_MAIL_FROM, an address or `Name <address>`.
 */
export function smtpTransport(url: string, from: string, times: SmtpTimes = TIMES): MailTransport {
  const transporter = createTransport({
    url,
    pool: true,
    maxConnections: MAILS_AT_ONCE,
    connectionTimeout: times.connectMs,
    greetingTimeout: times.connectMs,
    dnsTimeout: times.connectMs,
    socketTimeout: times.silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      await transporter.sendMail(toMessage(mail, from)).catch(refuse)
    },
    async verify() {
      await transporter.verify().catch(refuse)
    },
    close: () => {
      transporter.close()
    },
  }
}

function toMessage(mail: OutgoingMail, from: string) {
  return {
    from,
    // as objects: a text would be read as a list of addresses
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo === null ? {} : { replyTo: { name: '', address: mail.replyTo } }),
    messageId: mail.messageId,
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

function refuse(error: Error & { readonly code?: unknown; readonly responseCode?: unknown }): never {
  const reply = typeof error.responseCode === 'number' ? error.responseCode : null
  throw new MailRefusedError(reply, typeof error.code === 'string' ? error.code : error.name)
}
