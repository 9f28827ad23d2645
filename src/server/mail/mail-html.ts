import { addressGroups } from '#shared/check-words.ts'
import type { ThemeColors } from '#shared/game-theme.ts'
import { escapeHtml } from '#server/formats/escape-html.ts'
import type { MailFrame, MailBlock, Row } from './mail-layout.ts'

/** Content ids of the pictures, which are parts of the mail: a mail loads nothing. */
export const MARK_CID = 'mark@keyhold'
export const PICTURE_CID = 'picture@keyhold'
export const QR_CID = 'qr@keyhold'

/**
 * Rules that cannot stand inline: narrow windows, where a label stands above its value, and the dark colour scheme. Webmail
 * drops this element and every class, so the light design is inline and complete without it.
 */
const styleOf = (colors: ThemeColors) => `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (max-width: 480px) {
  .card, .band { padding: 20px 16px !important }
  .row th, .row td { display: block !important; width: auto !important; padding-left: 0 !important; padding-right: 0 !important }
  .row td { padding-top: 0 !important; padding-bottom: 10px !important }
}
@media (prefers-color-scheme: dark) {
  .page { background-color: ${colors.background} !important }
  .card { background-color: ${colors.surface} !important; border-color: #2a3862 !important }
  .ink, .ink * { color: ${colors.text} !important }
  .soft { color: #a9bbe4 !important }
  .well { background-color: ${colors.raised} !important; border-color: #2a3862 !important }
  .notice { background-color: #3a2c0a !important; border-color: ${colors.accent} !important }
}`

const SANS =
  "system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Naskh Arabic',Tahoma,Arial,sans-serif"
const PAGE = '#e9edf7'
const INK = '#10162f'
const SOFT = '#4d5978'
const LINE = '#d4dbec'
const WELL = '#f1f4fb'
const TEXT = `margin:0 0 16px;font:16px/1.6 ${SANS};color:${INK}`
const EXACT = `font:15px/1.6 Consolas,Menlo,monospace;color:${INK};word-break:break-all`
const BOX = 'role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%"'

/**
 * Lays out the HTML part in the colours of the site. Tables, inline styles and physical sides, since that is what every
 * mail reader keeps; direction and language stand inside the body, which webmail replaces.
 */
export function layOutHtml(frame: MailFrame, blocks: readonly MailBlock[]): string {
  const direction = frame.isRightToLeft ? 'rtl' : 'ltr'
  const start = frame.isRightToLeft ? 'right' : 'left'
  const { colors } = frame
  return [
    `<!doctype html><html lang="${frame.language}" dir="${direction}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">`,
    `<title>${escapeHtml(frame.subject)}</title><style>${styleOf(colors)}</style></head>`,
    `<body dir="${direction}" class="page" style="margin:0;padding:0;background-color:${PAGE}">`,
    `<div role="main" lang="${frame.language}" dir="${direction}">`,
    `<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(frame.preview)}</div>`,
    `<table ${BOX} class="page" bgcolor="${PAGE}" style="background-color:${PAGE}"><tr><td align="center" style="padding:24px 12px">`,
    `<table ${BOX} style="max-width:600px">`,
    `<tr><td class="band" align="${start}" bgcolor="${colors.surface}" style="padding:18px 28px;background-color:${colors.surface};border-bottom:3px solid ${colors.accent}">${brandHtml(frame, start)}</td></tr>`,
    ...(frame.hasPicture ? [pictureHtml(colors)] : []),
    `<tr><td class="card" align="${start}" dir="${direction}" bgcolor="#ffffff" style="padding:28px;background-color:#ffffff;border:1px solid ${LINE};border-top:0">`,
    ...blocks.map((block) => blockHtml(block, start, colors)),
    '</td></tr></table></td></tr></table></div></body></html>',
  ].join('\n')
}

type Side = 'left' | 'right'

function otherSide(start: Side): Side {
  return start === 'left' ? 'right' : 'left'
}

function brandHtml({ title, hasMark, colors }: MailFrame, start: Side): string {
  const mark = hasMark
    ? `<img src="cid:${MARK_CID}" width="40" height="40" alt="" style="border:0;border-radius:8px;vertical-align:middle;margin-${otherSide(start)}:12px">`
    : ''
  return `${mark}<bdi style="font:bold 20px/1.3 ${SANS};letter-spacing:0.03em;color:${colors.brightAccent};vertical-align:middle">${escapeHtml(title)}</bdi>`
}

/** It says nothing that the mail does not say: readers that hide pictures lose no word. */
function pictureHtml({ surface }: ThemeColors): string {
  return `<tr><td bgcolor="${surface}" style="background-color:${surface};line-height:0"><img src="cid:${PICTURE_CID}" width="600" alt="" style="display:block;border:0;width:100%;max-width:600px;height:auto"></td></tr>`
}

function blockHtml(block: MailBlock, start: Side, colors: ThemeColors): string {
  switch (block.kind) {
    case 'heading':
      return `<h1 class="ink" style="margin:0 0 12px;font:bold 24px/1.3 ${SANS};color:${INK}">${escapeHtml(block.text)}</h1>`
    case 'paragraph': {
      const end = block.exact === undefined ? '' : `<br>${exact(block.exact)}`
      return `<p class="ink" style="${TEXT}">${escapeHtml(block.text)}${end}</p>`
    }
    case 'notice':
      return `<p class="ink notice" style="${TEXT};padding:12px 14px;background-color:#fff4d6;border:1px solid #c9971c">${escapeHtml(block.text)}</p>`
    case 'list': {
      const items = block.items.map((item) => `<li style="margin:0 0 6px">${escapeHtml(item)}</li>`).join('')
      return `<ul class="ink" style="${TEXT};padding:0;padding-${start}:22px">${items}</ul>`
    }
    case 'exact-list': {
      const items = block.items.map((item) => `<div style="margin:0 0 6px">${exact(item)}</div>`).join('')
      return `<p class="ink" style="${TEXT};margin-bottom:6px">${escapeHtml(block.label)}</p><div class="ink well" style="margin:0 0 20px;padding:14px 16px;background-color:${WELL};border:1px solid ${LINE}">${items}</div>`
    }
    case 'table':
      return `<h2 class="ink" style="margin:28px 0 8px;font:bold 18px/1.3 ${SANS};color:${INK}">${escapeHtml(block.heading)}</h2>
<table cellpadding="0" cellspacing="0" border="0" width="100%" style="margin:0 0 20px;border-collapse:collapse">${block.rows.map((row) => rowHtml(row, start)).join('')}</table>`
    case 'qr':
      return qrHtml(block)
    case 'link':
      return `<p style="margin:0 0 10px"><a href="${escapeHtml(block.href)}" style="display:inline-block;padding:13px 22px;background-color:${colors.accent};border-radius:4px;color:${colors.background};font:bold 16px/1.25 ${SANS};text-decoration:none">${escapeHtml(block.label)}</a></p>
<p class="soft" style="margin:0 0 24px;font:14px/1.5 ${SANS};color:${SOFT}">${escapeHtml(block.note)}</p>`
    case 'quiet-link':
      return `<p class="soft" style="margin:0 0 16px;font:14px/1.5 ${SANS};color:${SOFT}"><a href="${escapeHtml(block.href)}" class="soft" style="color:${SOFT}">${escapeHtml(block.label)}</a></p>`
  }
}

/** The address as a QR code on white, also in the dark; and the wallet's link, written out for readers that drop it. */
function qrHtml({ alt, wallet }: Extract<MailBlock, { kind: 'qr' }>): string {
  const picture = `<p style="margin:0 0 16px"><img src="cid:${QR_CID}" width="200" height="200" alt="${escapeHtml(alt)}" style="border:1px solid ${LINE};background-color:#ffffff"></p>`
  if (wallet === null) return picture
  const link = `<a href="${escapeHtml(wallet.href)}" class="ink" style="color:${INK}">${exact(wallet.href)}</a>`
  return `${picture}\n<p class="ink" style="${TEXT}">${escapeHtml(wallet.label)}<br>${link}</p>`
}

function rowHtml({ label, value, isExact, isAddress = false }: Row, start: Side): string {
  const plain = `<bdi style="font:15px/1.6 ${SANS}">${escapeHtml(value)}</bdi>`
  const shown = isAddress ? groups(value) : isExact ? exact(value) : plain
  return `<tr class="row"><th scope="row" align="${start}" valign="top" class="soft" style="width:30%;padding:6px 0;font:14px/1.6 ${SANS};color:${SOFT};text-align:${start};vertical-align:top">${escapeHtml(label)}</th><td class="ink" align="${start}" valign="top" style="padding:6px 0;padding-${start}:12px;color:${INK};vertical-align:top">${shown}</td></tr>`
}

function exact(value: string): string {
  return `<bdi dir="ltr" style="${EXACT}">${escapeHtml(value)}</bdi>`
}

/** An address in groups of four: the gaps are margins, so that it is copied without spaces. */
function groups(address: string): string {
  const spans = addressGroups(address).map(
    (group) => `<span style="display:inline-block;margin-right:6px">${escapeHtml(group)}</span>`,
  )
  return `<bdi dir="ltr" style="${EXACT}">${spans.join('')}</bdi>`
}
