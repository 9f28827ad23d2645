import { escapeHtml } from '#server/formats/escape-html.ts'
import type { Language } from '#shared/languages.ts'
import { wrapText } from './wrap-text.ts'

/** A block of a mail, laid out both as text and as HTML. "Exact" values are meant to be copied: left to right, monospaced. */
export type MailBlock =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly exact?: string }
  /** A highlighted paragraph. */
  | { readonly kind: 'notice'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'exact-list'; readonly label: string; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly heading: string; readonly rows: readonly Row[] }
  | { readonly kind: 'link'; readonly label: string; readonly href: string; readonly note: string }
  /** A link beside the mail's subject. */
  | { readonly kind: 'quiet-link'; readonly label: string; readonly href: string }
export interface Row {
  readonly label: string
  readonly value: string
  readonly isExact: boolean
}

interface Frame {
  readonly title: string
  readonly subject: string
  readonly preview: string
  readonly language: Language
  readonly isRightToLeft: boolean
  /** Stands after a label that a value follows. */
  readonly colon: string
}

/**
 * Lays out the plain-text part. Values to be copied stand on their own lines, so that right-to-left text cannot reorder
 * them. There are no invisible direction marks, which would be copied along with a key. Prose is wrapped, values are not.
 */
export function layOutText({ title, colon }: Frame, blocks: readonly MailBlock[]): string {
  return [...blocks.map((block) => blockText(block, colon)), title].join('\n\n') + '\n'
}

function blockText(block: MailBlock, colon: string): string {
  switch (block.kind) {
    case 'heading':
    case 'notice':
      return wrapText(block.text)
    case 'paragraph':
      return [wrapText(block.text), ...(block.exact === undefined ? [] : [block.exact])].join('\n')
    case 'list':
      return block.items.map((item) => wrapText(item, '- ')).join('\n')
    case 'exact-list':
      return [`${block.label}${colon}`, ...block.items].join('\n')
    case 'table':
      return [block.heading, ...block.rows.map((row) => `${row.label}${colon}\n${row.value}`)].join('\n\n')
    case 'link':
      return `${block.label}${colon}\n${block.href}\n${wrapText(block.note)}`
    case 'quiet-link':
      return `${block.label}${colon}\n${block.href}`
  }
}

/**
 * Rules that cannot stand inline: narrow windows, where a label stands above its value, and the dark colour scheme. The
 * light colours are inline, for mail readers that drop style elements.
 */
const STYLE = `
@media (max-width: 480px) {
  .card { padding: 20px 16px !important }
  .row th, .row td { display: block !important; width: auto !important; padding-inline: 0 !important }
  .row td { padding-block: 0 10px !important }
}
@media (prefers-color-scheme: dark) {
  .page { background: #1b1815 !important }
  .card { background: #26221e !important; border-color: #453e37 !important }
  .ink, .ink * { color: #f0e9e0 !important }
  .soft { color: #c0b6aa !important }
  .brand { color: #f0a08c !important }
  .well { background: #332d28 !important }
  .notice { background: #4a3a12 !important; border-color: #b98a1a !important }
  .press { background: #b3442c !important; color: #fff !important }
}`

const SERIF = 'Georgia,serif'
const INK = '#2a2522'
const SOFT = '#5f574f'
const TEXT = `margin:0 0 16px;font:16px/1.5 ${SERIF};color:${INK}`
const EXACT = `font:15px/1.5 Consolas,Menlo,monospace;color:${INK};word-break:break-all`

/** Lays out the HTML part. It loads nothing. */
export function layOutHtml(frame: Frame, blocks: readonly MailBlock[]): string {
  const direction = frame.isRightToLeft ? 'rtl' : 'ltr'
  return [
    `<!doctype html><html lang="${frame.language}" dir="${direction}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">`,
    `<title>${escapeHtml(frame.subject)}</title><style>${STYLE}</style></head>`,
    `<body dir="${direction}" class="page" style="margin:0;padding:24px 12px;background:#f4f1ec">`,
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(frame.preview)}</div>`,
    `<div role="main" class="card" style="max-width:600px;margin:0 auto;padding:28px;background:#fff;border:1px solid #ddd6cc">`,
    `<p class="brand" style="margin:0 0 24px;font:bold 18px/1.3 ${SERIF};color:#7a2e1d"><bdi>${escapeHtml(frame.title)}</bdi></p>`,
    ...blocks.map(blockHtml),
    '</div></body></html>',
  ].join('\n')
}

function blockHtml(block: MailBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h1 class="ink" style="margin:0 0 12px;font:bold 24px/1.3 ${SERIF};color:${INK}">${escapeHtml(block.text)}</h1>`
    case 'paragraph': {
      const end = block.exact === undefined ? '' : `<br>${exact(block.exact)}`
      return `<p class="ink" style="${TEXT}">${escapeHtml(block.text)}${end}</p>`
    }
    case 'notice':
      return `<p class="ink notice" style="${TEXT};padding:12px 14px;background:#fff3cd;border:1px solid #d9a400">${escapeHtml(block.text)}</p>`
    case 'list': {
      const items = block.items.map((item) => `<li style="margin:0 0 6px">${escapeHtml(item)}</li>`).join('')
      return `<ul class="ink" style="${TEXT};padding:0;padding-inline-start:22px">${items}</ul>`
    }
    case 'exact-list': {
      const items = block.items.map((item) => `<div style="margin:0 0 6px">${exact(item)}</div>`).join('')
      return `<p class="ink" style="${TEXT};margin-bottom:6px">${escapeHtml(block.label)}</p><div class="ink well" style="margin:0 0 20px;padding:14px 16px;background:#f4f1ec">${items}</div>`
    }
    case 'table':
      return `<h2 class="ink" style="margin:28px 0 8px;font:bold 18px/1.3 ${SERIF};color:${INK}">${escapeHtml(block.heading)}</h2>
<table cellpadding="0" cellspacing="0" style="width:100%;margin:0 0 20px;border-collapse:collapse">${block.rows.map(rowHtml).join('')}</table>`
    case 'link':
      return `<p style="margin:0 0 8px"><a href="${escapeHtml(block.href)}" class="press" style="display:inline-block;padding:12px 20px;background:#7a2e1d;color:#fff;font:bold 16px/1.25 ${SERIF};text-decoration:none">${escapeHtml(block.label)}</a></p>
<p class="soft" style="margin:0 0 24px;font:14px/1.5 ${SERIF};color:${SOFT}">${escapeHtml(block.note)}</p>`
    case 'quiet-link':
      return `<p class="soft" style="margin:0 0 16px;font:14px/1.5 ${SERIF};color:${SOFT}"><a href="${escapeHtml(block.href)}" class="soft" style="color:${SOFT}">${escapeHtml(block.label)}</a></p>`
  }
}

function rowHtml({ label, value, isExact }: Row): string {
  const shown = isExact ? exact(value) : `<bdi style="font:15px/1.5 ${SERIF}">${escapeHtml(value)}</bdi>`
  return `<tr class="row"><th scope="row" class="soft" style="width:30%;padding:6px 0;font:14px/1.5 ${SERIF};color:${SOFT};text-align:start;vertical-align:top">${escapeHtml(label)}</th><td class="ink" style="padding:6px 0;padding-inline-start:12px;color:${INK};vertical-align:top">${shown}</td></tr>`
}

function exact(value: string): string {
  return `<bdi dir="ltr" style="${EXACT}">${escapeHtml(value)}</bdi>`
}
