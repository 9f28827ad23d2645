import { createTransport } from 'nodemailer'
import { MailRefusedError } from './mail-refused-error.ts'
import type { WrittenMail } from './write-mail.ts'

/** A mail ready to be sent. */
export interface OutgoingMail extends WrittenMail {
  /** With angle brackets. */
  readonly messageId: string
  /** The Message-ID of the mail that it continues; null if it begins a thread. */
  readonly inReplyTo: string | null
  readonly recipient: string
  readonly replyTo: string | null
  /** The same on each attempt, like everything else in a mail. */
  readonly date: Date
}

/** Sends mails; SMTP in the shop, in memory in tests. */
export interface MailTransport {
  /**
   * @param stop aborts the attempt at any stage.
   * @throws {MailRefusedError} if the server did not accept the mail.
   */
  send(mail: OutgoingMail, stop?: AbortSignal): Promise<void>
  /** Connects to the server and logs in if the URL has credentials, without sending anything. */
  verify(): Promise<void>
  close(): void
}

/** The time limit of each step of sending a mail. */
export interface SmtpTimeouts {
  /** Until the connection is open, and again until the server greets. */
  readonly connectMs: number
  /** Until the whole mail is transferred, including connecting and TLS. */
  readonly handOverMs: number
  /**
   * From then until the server accepts it. Long, since giving up here would send the mail a second time: servers that
   * filter spam are slow, and RFC 5321 (4.5.3.2.6) recommends ten minutes.
   */
  readonly answerMs: number
}
const DEFAULT_TIMEOUTS: SmtpTimeouts = { connectMs: 10_000, handOverMs: 45_000, answerMs: 300_000 }

/** How many mails one process sends concurrently, so that one slow recipient does not delay the others. */
export const MAX_CONCURRENT_MAILS = 3

/**
 * Creates a transport that sends by SMTP.
 *
 * @param url KEYHOLD_SMTP_URL, such as `smtps://user:password@host:465`.
 * @param from KEYHOLD_MAIL_FROM, an address or `Name <address>`.
 */
export function smtpTransport(
  url: string,
  from: string,
  times: SmtpTimeouts = DEFAULT_TIMEOUTS,
): MailTransport {
  const ways = {
    url,
    connectionTimeout: times.connectMs,
    greetingTimeout: times.connectMs,
    dnsTimeout: times.connectMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  // only a fallback: `send` ends a silent connection sooner
  const socketTimeout = times.handOverMs + times.answerMs
  const transporter = createTransport({
    ...ways,
    pool: true,
    maxConnections: MAX_CONCURRENT_MAILS,
    socketTimeout,
  })
  // keyed by a mail's stream, which nodemailer passes on unchanged
  const onHandedOver = new WeakMap<object, () => void>()
  transporter.use('stream', (mail, done) => {
    const handedOver = mail.data.signal === undefined ? undefined : onHandedOver.get(mail.data.signal)
    if (handedOver !== undefined) {
      // read by the connection itself, after the server's reply to DATA
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
        await transporter.sendMail({ ...toMessage(mail, from), signal }).catch(throwMailRefused)
      } finally {
        clearTimeout(timer)
      }
    },
    async verify() {
      await createTransport({ ...ways, socketTimeout: times.connectMs })
        .verify()
        .catch(throwMailRefused)
    },
    close: () => {
      transporter.close()
    },
  }
}

function toMessage(mail: OutgoingMail, from: string) {
  return {
    from,
    // as objects: nodemailer would parse a string as a list of addresses
    to: { name: '', address: mail.recipient },
    ...(mail.replyTo === null ? {} : { replyTo: { name: '', address: mail.replyTo } }),
    messageId: mail.messageId,
    ...(mail.inReplyTo === null ? {} : { inReplyTo: mail.inReplyTo, references: mail.inReplyTo }),
    date: mail.date,
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    ...(mail.images.length === 0 ? {} : { attachments: mail.images.map(toAttachment) }),
    headers: {
      // a support message is written by a person: help desks drop mails marked as automatic
      ...(mail.replyTo === null ? { 'Auto-Submitted': 'auto-generated' } : {}),
      ...(mail.unsubscribeUrl === null ? {} : unsubscribeHeaders(mail.unsubscribeUrl)),
    },
  }
}

/** RFC 8058. The URL of the settings is not folded, so that its header is one line. */
function unsubscribeHeaders(url: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/** By their bytes: the pictures of the game are the same in every mail. */
const encodedPictures = new WeakMap<Uint8Array, Buffer>()

/**
 * A picture inside the HTML, as the finished part of the mail: encoding it for each mail would cost as much as the rest of it.
 * It has no name, so that readers do not list it as an attachment.
 */
function toAttachment({ cid, type, bytes }: OutgoingMail['images'][number]) {
  const picture = bytes()
  const raw = encodedPictures.get(picture) ?? encodePicture(cid, type, picture)
  encodedPictures.set(picture, raw)
  return { cid, raw }
}

/** Source: RFC 2045, 6.8 (lines of base64 have at most 76 characters) and RFC 2392 (cid). */
function encodePicture(cid: string, type: string, picture: Uint8Array): Buffer {
  const lines = Buffer.from(picture)
    .toString('base64')
    .match(/.{1,76}/g)
  const headers = [
    `Content-Type: ${type}`,
    `Content-ID: <${cid}>`,
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: inline',
  ]
  return Buffer.from([...headers, '', ...(lines ?? [])].join('\r\n'))
}

function throwMailRefused(
  error: Error & { readonly code?: unknown; readonly responseCode?: unknown },
): never {
  const reply = typeof error.responseCode === 'number' ? error.responseCode : null
  throw new MailRefusedError(reply, typeof error.code === 'string' ? error.code : error.name)
}
