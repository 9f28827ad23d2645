import { createHash } from 'node:crypto'

/** What a page may do beside what every page may. */
export interface Allowed {
  readonly loader: string
  readonly css: string
  /** The live chat's script; null where the page has no way to it. */
  readonly chatSrc: string | null
  /** The mailbox page frames the shop's own mails; each comes with a policy of its own. */
  readonly framesItself: boolean
}

/**
 * The content security policy of a page: nothing inline but what is named by its hash, and no origin but the shop's, and
 * the live chat's where one is set: the browser asks it for nothing before a visitor does.
 */
export function contentPolicy({ loader, css, chatSrc, framesItself }: Allowed): string {
  const chat = chatSrc === null ? '' : ` ${new URL(chatSrc).origin}`
  const chatSocket = chat.replace(' http', ' ws')
  const frames = `${framesItself ? " 'self'" : ''}${chat}`
  return [
    "default-src 'none'",
    `script-src 'self' ${hash(loader)}${chat}`,
    `style-src 'self' ${hash(css)}${chat}`,
    `img-src 'self' data:${chat}`,
    `font-src 'self'${chat}`,
    `connect-src 'self'${chat}${chatSocket}`,
    ...(chat === '' ? [] : [`media-src${chat}`]),
    ...(frames === '' ? [] : [`frame-src${frames}`]),
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
