import { createHmac } from 'node:crypto'

/** A message before it is signed. */
interface UnsignedMessage {
  /** The same for every attempt, so that a receiver can recognise a repetition. */
  readonly id: string
  readonly sentAt: Date
  readonly body: string
}

/**
 * The headers of a message by the specification Standard Webhooks 1.0: an HMAC-SHA256 of `id.timestamp.body`.
 *
 * @param secrets `whsec_` and base64 each: the current one, and for a day after a rotation the previous one.
 */
export function signWebhook(
  { id, sentAt, body }: UnsignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
