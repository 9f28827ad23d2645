import { storeText, readStoredText } from '#web/ui/browser-store.ts'

const STORE = 'sessionStorage'
const NAME = 'place'

/**
 * Stores the reader's scroll position when they switch to another language. A section's height differs between
 * languages, so the position is stored relative to its section.
 */
export function saveScrollPosition(): void {
  const boxes = sections().map(boxOf)
  const index = boxes.findIndex(({ bottom }) => bottom > innerHeight / 2)
  if (scrollY > 0) storeText(STORE, NAME, JSON.stringify([index, boxes[index]?.top]))
}

/** Restores the stored scroll position, once. */
export function restoreScrollPosition(): void {
  const stored = readStoredText(STORE, NAME)
  if (!stored) return
  storeText(STORE, NAME, '')
  const [index, top] = JSON.parse(stored) as [number, number]
  const section = sections()[index]
  if (section !== undefined) scrollBy({ top: boxOf(section).top - top, behavior: 'instant' })
}

function sections(): Element[] {
  return [...document.querySelectorAll('main > *, footer')]
}

function boxOf(section: Element): DOMRect {
  return section.getBoundingClientRect()
}
