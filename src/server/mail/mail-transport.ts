import { createTransport } from 'nodemailer'
import { MailRefusedError } from './mail-refused-error.ts'
import type { WrittenMail } from './write-mail.ts'

/** A mail ready to go. */
export interface OutgoingMail extends WrittenMail {
  /** With its angle brackets. */
  readonly messageId: string
  readonly recipient: string
  readonly replyTo: string | null
  /** The same at each try, like everything else of a mail. */
  readonly date: Date
}

/** The way out. */
export interface MailTransport {
  /**
   * @param stop ends the try, wherever it is.
   * @throws {MailRefusedError} where the mail was not accepted.
   */
  send(mail: OutgoingMail, stop?: AbortSignal): Promise<void>
  /** Asks the server for a greeting and, where there is one, a login. */
  verify(): Promise<void>
  close(): void
}

/** How long each step of sending a mail may take, all of it together. */
export interface SmtpTimes {
  /** Until the server answers the call, and again until it greets. */
  readonly connectMs: number
  /** Until the whole mail is with the server, connecting and TLS counted in. */
  readonly handOverMs: number
  /**
   * From then on until the server says that it has it. Long, since giving up here sends the mail a second time: servers
   * that look for spam take their time, and RFC 5321 (4.5.3.2.6) asks for ten minutes.
   */
  readonly answerMs: number
}
const TIMES: SmtpTimes = { connectMs: 10_000, handOverMs: 45_000, answerMs: 300_000 }

/** How many mails one process sends at once: a recipient whose server is slow holds up no other. */
export const MAILS_AT_ONCE = 3

/**
 * Sends by SMTP.
 *
 * @param url KEYHOLD_SMTP_URL, such as `smtps://user:password@host:465`.
 * @param from KEYHOLD_MAIL_FROM, an address or `Name <address>`.
 */
export function smtpTransport(url: string, from: string, times: SmtpTimes = TIMES): MailTransport {
  const ways = {
    url,
    connectionTimeout: times.connectMs,
    greetingTimeout: times.connectMs,
    dnsTimeout: times.connectMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  // what is silent is ended by `send`, sooner
  const socketTimeout = times.handOverMs + times.answerMs
  const transporter = createTransport({ ...ways, pool: true, maxConnections: MAILS_AT_ONCE, socketTimeout })
  // by a mail's signal, which nodemailer hands on as it is
  const onHandedOver = new WeakMap<object, () => void>()
  transporter.use('stream', (mail, done) => {
    const handedOver = mail.data.signal === undefined ? undefined : onHandedOver.get(mail.data.signal)
    if (handedOver !== undefined) {
      // read by the connection itself, once the server has asked for it
      const { message } = mail
      const create = message.createReadStream.bind(message)
      message.createReadStream = (options) => create(options).once('end', handedOver)
    }
    done()
  })
  return {
    async send(mail, stop) {
      const deadline = new AbortController()
      const giveUp = () => {
        deadline.abort()
      }
      let timer = setTimeout(giveUp, times.handOverMs)
      const signal = stop === undefined ? deadline.signal : AbortSignal.any([deadline.signal, stop])
      onHandedOver.set(signal, () => {
        clearTimeout(timer)
        timer = setTimeout(giveUp, times.answerMs)
      })
      try {
        await transporter.sendMail({ ...toMessage(mail, from), signal }).catch(refuse)
      } finally {
        clearTimeout(timer)
      }
    },
    async verify() {
      await createTransport({ ...ways, socketTimeout: times.connectMs })
        .verify()
        .catch(refuse)
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
    date: mail.date,
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    // what a person has written is no machine's word: help desks drop mails that say so
    headers: mail.replyTo === null ? { 'Auto-Submitted': 'auto-generated' } : {},
  }
}

function refuse(error: Error & { readonly code?: unknown; readonly responseCode?: unknown }): never {
  const reply = typeof error.responseCode === 'number' ? error.responseCode : null
  throw new MailRefusedError(reply, typeof error.code === 'string' ? error.code : error.name)
}
