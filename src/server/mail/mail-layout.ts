import type { Language } from '#shared/languages.ts'
import type { ThemeColors } from '#shared/game-theme.ts'
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
  /** An address as a QR code, and the link that opens it in a wallet, if its coin has one. */
  | {
      readonly kind: 'qr'
      readonly address: string
      readonly alt: string
      readonly wallet: { readonly label: string; readonly href: string } | null
    }
  /** A link beside the mail's subject. */
  | { readonly kind: 'quiet-link'; readonly label: string; readonly href: string }
export interface Row {
  readonly label: string
  readonly value: string
  readonly isExact: boolean
  /** An address is shown in groups of four. */
  readonly isAddress?: boolean
}

/** What a mail has around its blocks. */
export interface MailFrame {
  readonly title: string
  readonly subject: string
  readonly preview: string
  readonly language: Language
  readonly isRightToLeft: boolean
  /** Stands after a label that a value follows. */
  readonly colon: string
  readonly colors: ThemeColors
  /** Whether the mail carries the game's mark as a picture. */
  readonly hasMark: boolean
  /** Whether the mail carries a picture of the game. */
  readonly hasPicture: boolean
}

/**
 * Lays out the plain-text part. Values to be copied stand on their own lines, so that right-to-left text cannot reorder
 * them. There are no invisible direction marks, which would be copied along with a key. Prose is wrapped, values are not.
 */
export function layOutText({ title, colon }: MailFrame, blocks: readonly MailBlock[]): string {
  const parts = blocks.map((block) => blockText(block, colon)).filter((part) => part !== '')
  return [...parts, title].join('\n\n') + '\n'
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
    case 'qr':
      return block.wallet === null ? '' : `${block.wallet.label}${colon}\n${block.wallet.href}`
    case 'quiet-link':
      return `${block.label}${colon}\n${block.href}`
  }
}
