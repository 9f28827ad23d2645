import { createHash } from 'node:crypto'

interface Inline {
  readonly loader: string
  readonly css: string
}

/** The content security policy of a page: nothing inline but what is named by its hash, and no origin but the shop's. */
export function contentPolicy({ loader, css }: Inline): string {
  return policy(`'self' ${hash(loader)}`, `'self' ${hash(css)}`)
}

/** The mailbox page shows mails in sandboxed frames, which inherit its policy; mails carry their styles inline. */
export function mailboxPolicy({ loader }: Inline): string {
  return policy(`'self' ${hash(loader)}`, "'self' 'unsafe-inline'")
}

function policy(scripts: string, styles: string): string {
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src ${styles}`,
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

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
