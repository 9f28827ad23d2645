import { keep, recall } from './browser-store.ts'

const STORE = 'sessionStorage'
const NAME = 'place'

/**
 * Keeps the place of the reader for the same page in another language. The same section stands higher or lower there,
 * so it is kept by section, not by pixels alone.
 */
export function holdPlace(): void {
  const index = parts().findIndex((part) => boxOf(part).bottom > innerHeight / 3)
  const part = parts()[index]
  if (part && scrollY > 0) keep(STORE, NAME, `${String(index)} ${String(boxOf(part).top)}`)
}

/** Takes the reader back to the place that was kept; once. */
export function findPlace(): void {
  const [index, top] = recall(STORE, NAME)?.split(' ').map(Number) ?? []
  const part = parts()[index ?? -1]
  keep(STORE, NAME, '')
  if (part && top !== undefined) scrollBy({ top: boxOf(part).top - top, behavior: 'instant' })
}

function parts(): Element[] {
  return [...document.querySelectorAll('main > *')]
}

function boxOf(part: Element): DOMRect {
  return part.getBoundingClientRect()
}
