import type { AdminTabId } from '#web/admin/tab-list.ts'

/** The letter that opens each tab after `g`. */
export const TAB_LETTERS: Readonly<Record<AdminTabId, string>> = {
  overview: 'h',
  keys: 'k',
  orders: 'o',
  elsewhere: 'x',
  exceptions: 'e',
  refunds: 'r',
  bulletins: 'b',
  statistics: 's',
  people: 'u',
  integrations: 'i',
  security: 'c',
  audit: 'a',
  settings: 't',
  game: 'p',
  discounts: 'd',
}

/** What a key press asks for. */
export type ShortcutAction =
  | { readonly kind: 'search' | 'help' | 'next' | 'previous' | 'prefix' | 'undo' }
  | { readonly kind: 'tab'; readonly tab: string }

interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}

/** Decides what a key press asks for; null for any other. @param isAfterPrefix whether `g` was pressed just before. */
export function shortcutOf(press: KeyPress, isAfterPrefix: boolean): ShortcutAction | null {
  if (press.ctrlKey || press.altKey || press.metaKey) return null
  if (isAfterPrefix) {
    const found = Object.entries(TAB_LETTERS).find(([, letter]) => letter === press.key)
    return found === undefined ? null : { kind: 'tab', tab: found[0] }
  }
  const kind = ({ '/': 'search', '?': 'help', z: 'undo', j: 'next', k: 'previous', g: 'prefix' } as const)[
    press.key
  ]
  return kind === undefined ? null : { kind }
}

/** Whether a key press is Ctrl K, or ⌘ K on a Mac: it opens the search from anywhere, and cannot be turned off. */
export function isSearchChord(press: KeyPress): boolean {
  return press.key.toLowerCase() === 'k' && press.ctrlKey !== press.metaKey && !press.altKey
}
