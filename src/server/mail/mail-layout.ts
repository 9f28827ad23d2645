import type { Language } from '#shared/languages.ts'

/** A part of a mail, laid out once as text and once as HTML. "Exact" values are copied: left to right, in fixed width. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | { readonly kind: 'paragraph'; readonly text: string; readonly exact?: string }
  | { readonly kind: 'exact-list'; readonly label: string; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly heading: string; readonly rows: readonly Row[] }
  | { readonly kind: 'link'; readonly label: string; readonly href: string; readonly note: string }
interface Row {
  readonly label: string
  readonly value: string
  readonly isExact: boolean
}

interface Frame {
  readonly title: string
  readonly subject: string
  readonly language: Language
  readonly isRightToLeft: boolean
}

/**
 * The plain-text part. Values to be copied stand on lines of their own, where right-to-left text beside them cannot
 * reorder them; no invisible direction marks, which would be copied along with a key.
 */
export function layOutText(frame: Frame, blocks: readonly Block[]): string {
  return [...blocks.map(blockText), frame.title].join('\n\n') + '\n'
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return block.text
    case 'paragraph':
      return block.exact === undefined ? block.text : `${block.text}\n${block.exact}`
    case 'exact-list':
      return [`${block.label}:`, ...block.items].join('\n')
    case 'table':
      return [block.heading, ...block.rows.map((row) => `${row.label}:\n${row.value}`)].join('\n\n')
    case 'link':
      return `${block.label}:\n${block.href}\n${block.note}`
  }
}

const TEXT = 'margin:0 0 16px;font:16px/1.5 Georgia,serif;color:#2a2522'
const LABEL = 'padding:6px 0;font:14px/1.4 Georgia,serif;color:#6b625a;vertical-align:top;white-space:nowrap'
const EXACT = 'font:15px/1.5 Consolas,Menlo,monospace;color:#2a2522;word-break:break-all'

/** The HTML part: sober, its styles inline, and nothing loaded from anywhere. */
export function layOutHtml(frame: Frame, blocks: readonly Block[]): string {
  const direction = frame.isRightToLeft ? 'rtl' : 'ltr'
  return [
    `<!doctype html><html lang="${frame.language}" dir="${direction}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(frame.subject)}</title></head>`,
    `<body dir="${direction}" style="margin:0;padding:24px 12px;background:#f4f1ec">`,
    `<div style="max-width:560px;margin:0 auto;padding:28px;background:#fff;border:1px solid #ddd6cc">`,
    `<p style="margin:0 0 24px;font:bold 18px/1.3 Georgia,serif;color:#7a2e1d"><bdi>${escapeHtml(frame.title)}</bdi></p>`,
    ...blocks.map(blockHtml),
    '</div></body></html>',
  ].join('\n')
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `<h1 style="margin:0 0 12px;font:bold 24px/1.3 Georgia,serif;color:#2a2522">${escapeHtml(block.text)}</h1>`
    case 'paragraph': {
      const end = block.exact === undefined ? '' : `<br>${exact(block.exact)}`
      return `<p style="${TEXT}">${escapeHtml(block.text)}${end}</p>`
    }
    case 'exact-list': {
      const items = block.items.map((item) => `<div style="margin:0 0 6px">${exact(item)}</div>`).join('')
      return `<p style="${TEXT};margin-bottom:6px">${escapeHtml(block.label)}</p><div style="margin:0 0 20px;padding:14px 16px;background:#f4f1ec">${items}</div>`
    }
    case 'table':
      return `<h2 style="margin:28px 0 8px;font:bold 18px/1.3 Georgia,serif;color:#2a2522">${escapeHtml(block.heading)}</h2>
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;margin:0 0 20px;border-collapse:collapse">${block.rows.map(rowHtml).join('')}</table>`
    case 'link':
      return `<p style="margin:0 0 8px"><a href="${escapeHtml(block.href)}" style="display:inline-block;padding:12px 20px;background:#7a2e1d;color:#fff;font:bold 16px/1.2 Georgia,serif;text-decoration:none">${escapeHtml(block.label)}</a></p>
<p style="margin:0 0 24px;font:14px/1.5 Georgia,serif;color:#6b625a">${escapeHtml(block.note)}</p>`
  }
}

function rowHtml({ label, value, isExact }: Row): string {
  const shown = isExact ? exact(value) : `<bdi style="font:15px/1.5 Georgia,serif">${escapeHtml(value)}</bdi>`
  return `<tr><td style="${LABEL}">${escapeHtml(label)}</td><td style="padding:6px 12px">${shown}</td></tr>`
}

function exact(value: string): string {
  return `<bdi dir="ltr" style="${EXACT}">${escapeHtml(value)}</bdi>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text that stands in HTML as itself. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}
