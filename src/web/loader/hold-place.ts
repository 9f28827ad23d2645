import { keep, recall } from '#web/ui/browser-store.ts'

const STORE = 'sessionStorage'
const NAME = 'place'

/**
 * Stores the reader's scroll position when they switch to another language. A section's height differs between
 * languages, so the position is stored relative to its section.
 */
export function holdPlace(): void {
  const boxes = parts().map(boxOf)
  const index = boxes.findIndex(({ bottom }) => bottom > innerHeight / 3)
  if (scrollY > 0) keep(STORE, NAME, JSON.stringify([index, boxes[index]?.top]))
}

/** Restores the stored scroll position, once. */
export function findPlace(): void {
  const kept = recall(STORE, NAME)
  if (!kept) return
  keep(STORE, NAME, '')
  const [index, top] = JSON.parse(kept) as [number, number]
  const part = parts()[index]
  if (part !== undefined) scrollBy({ top: boxOf(part).top - top, behavior: 'instant' })
}

function parts(): Element[] {
  return [...document.querySelectorAll('main > *')]
}

function boxOf(part: Element): DOMRect {
  return part.getBoundingClientRect()
}
