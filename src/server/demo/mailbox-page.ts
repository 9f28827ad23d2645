import { createHash } from 'node:crypto'
import { escapeHtml } from '#server/mail/mail-layout.ts'
import type { MailboxEntry } from './mailbox.ts'

const STYLE = `
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 Georgia, serif; color: #2a2522; background: #f4f1ec }
article { margin: 0 0 1rem; padding: 1rem; background: #fff; border: 1px solid #ddd6cc }
h1 { font-size: 1.5rem }
h2 { margin: 0 0 .25rem; font-size: 1.125rem }
pre { margin: .75rem 0 0; font: .875rem/1.5 Consolas, Menlo, monospace; white-space: pre-wrap; overflow-wrap: anywhere }
p { margin: 0; color: #6b625a }
`
/** Nothing but this page's own style. */
export const MAILBOX_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'`

/** The mailbox as a page, newest mail first. */
export function mailboxPage(gameTitle: string, mails: readonly MailboxEntry[]): string {
  const content = mails.length === 0 ? '<p>No mail has been sent yet.</p>' : mails.map(article).join('\n')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mailbox of the demo</title><style>${STYLE}</style></head>
<body><h1>Mailbox of the demo</h1>
<p>What ${escapeHtml(gameTitle)} would have mailed. <a href="/">Back to the shop</a></p>
<main>${content}</main></body></html>
`
}

function article({ id, to, subject, text, html, sentAt }: MailboxEntry): string {
  const open = html === '' ? '' : ` · <a href="/demo/mail/${id}">as HTML</a>`
  return `<article><h2 dir="auto">${escapeHtml(subject)}</h2>
<p>to <bdi>${escapeHtml(to)}</bdi> · <time datetime="${sentAt}">${sentAt.replace('T', ' ').slice(0, 19)} UTC</time>${open}</p>
<pre dir="auto">${linked(escapeHtml(text))}</pre></article>`
}

/** Links to the shop's own order pages can be followed. */
function linked(escaped: string): string {
  return escaped.replace(/^https?:\/\/\S+\/order\/\S+$/gm, (link) => `<a href="${link}">${link}</a>`)
}
