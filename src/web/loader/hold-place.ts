import { keep, recall } from '#web/ui/browser-store.ts'

const STORE = 'sessionStorage'
const NAME = 'place'

/**
 * Keeps the place of the reader for the same page in another language. The same section stands higher or lower there,
 * so it is kept by section, not by pixels alone.
 */
export function holdPlace(): void {
  const boxes = parts().map(boxOf)
  const index = boxes.findIndex(({ bottom }) => bottom > innerHeight / 3)
  if (scrollY > 0) keep(STORE, NAME, JSON.stringify([index, boxes[index]?.top]))
}

/** Takes the reader back to the place that was kept; once. */
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
