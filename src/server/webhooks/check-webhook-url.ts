import { isIP } from 'node:net'
import type { WebhookFormat } from '#shared/webhooks-api.ts'
import { isPublicAddress } from './is-public-address.ts'

/** The URL in its normal form, or why messages must not be sent to it. */
export type CheckedWebhookUrl =
  { readonly kind: 'ok'; readonly url: string } | { readonly kind: 'refused'; readonly message: string }

/** What the address of a format lacks; null if nothing. */
const MISSING: Readonly<Record<WebhookFormat, (url: URL) => string | null>> = {
  keyhold: () => null,
  slack: () => null,
  discord: () => null,
  telegram: ({ pathname, searchParams }) =>
    pathname.endsWith('/sendMessage') && searchParams.get('chat_id')
      ? null
      : 'expected https://api.telegram.org/bot<token>/sendMessage?chat_id=<chat>',
  ntfy: ({ pathname }) =>
    /[^/]/.test(pathname) ? null : 'expected an address with the topic, such as https://ntfy.sh/<topic>',
}

/** Checks the URL of an endpoint, without looking up its name: the address is checked with every request. */
export function checkWebhookUrl(
  text: string,
  format: WebhookFormat,
  allowsPrivate: boolean,
): CheckedWebhookUrl {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.hostname === '' || !['https:', 'http:'].includes(url.protocol))
    return { kind: 'refused', message: 'expected an https address' }
  if (url.username + url.password !== '')
    return { kind: 'refused', message: 'expected an address without user and password' }
  if (!allowsPrivate && url.protocol !== 'https:')
    return { kind: 'refused', message: 'expected https: orders would be sent unencrypted' }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!allowsPrivate && isIP(host) !== 0 && !isPublicAddress(host))
    return {
      kind: 'refused',
      message: 'expected a public address: KEYHOLD_WEBHOOK_ALLOW_PRIVATE=true allows private ones',
    }
  const missing = MISSING[format](url)
  if (missing !== null) return { kind: 'refused', message: missing }
  url.hash = ''
  return { kind: 'ok', url: url.href }
}
