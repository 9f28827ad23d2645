import { createHash } from 'node:crypto'

/** What a page may do in addition to the common policy. */
export interface Allowed {
  /** The script inside the page; null where it is in a file. */
  readonly loader: string | null
  readonly css: string
  /** The live chat's script; null for a page without it. */
  readonly chatSrc: string | null
  /** Whether the page may frame the shop, as the mailbox and the back office do with mails; each of those has its own policy. */
  readonly framesItself: boolean
  /** The origins whose pages may frame this one; empty: none. */
  readonly framedBy: readonly string[]
  /** Whether the page plays the game's film. */
  readonly playsTrailer: boolean
}

/**
 * The content security policy of a page: nothing inline except by hash, no text that becomes code (Trusted Types), and no
 * origin but the shop's and that of the live chat, if there is one. Nothing is loaded from the latter before a visitor opens the chat.
 */
export function contentPolicy({
  loader,
  css,
  chatSrc,
  framesItself,
  framedBy,
  playsTrailer,
}: Allowed): string {
  const chat = chatSrc === null ? '' : ` ${new URL(chatSrc).origin}`
  const chatSocket = chat.replace(' http', ' ws')
  const frames = `${framesItself ? " 'self'" : ''}${chat}`
  const media = `${playsTrailer ? " 'self'" : ''}${chat}`
  return [
    "default-src 'none'",
    `script-src 'self'${loader === null ? '' : ` ${hash(loader)}`}${chat}`,
    `style-src 'self' ${hash(css)}${chat}`,
    `img-src 'self' data:${chat}`,
    `font-src 'self'${chat}`,
    `connect-src 'self'${chat}${chatSocket}`,
    ...(media === '' ? [] : [`media-src${media}`]),
    ...(frames === '' ? [] : [`frame-src${frames}`]),
    "worker-src 'self'",
    // a chat's script is not ours and writes markup as it likes; no page with a payment or a secret loads one
    ...(chat === '' ? ["require-trusted-types-for 'script'", 'trusted-types default'] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
  ].join('; ')
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
