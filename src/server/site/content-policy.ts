import { createHash } from 'node:crypto'

interface Inline {
  readonly loader: string
  readonly css: string
}

/** The content security policy of a page: nothing inline but what is named by its hash, and no origin but the shop's. */
export function contentPolicy({ loader, css }: Inline): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${hash(loader)}`,
    `style-src 'self' ${hash(css)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The mailbox page frames the shop's own mails; each comes with a policy of its own. */
export function mailboxPolicy(inline: Inline): string {
  return `${contentPolicy(inline)}; frame-src 'self'`
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
