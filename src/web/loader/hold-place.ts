import { keep, recall } from './browser-store.ts'

const STORE = 'sessionStorage'
const NAME = 'place'

/**
 * Keeps the place of the reader for the same page in another language. The same section stands higher or lower there,
 * so it is kept by section, not by pixels alone.
 */
export function holdPlace(): void {
  const tops = parts().map(topOf)
  const index = tops.findLastIndex((top) => top < innerHeight / 3)
  if (scrollY > 0) keep(STORE, NAME, `${String(index)} ${String(tops[index])}`)
}

/** Takes the reader back to the place that was kept; once. */
export function findPlace(): void {
  const [index, top] = recall(STORE, NAME)?.split(' ').map(Number) ?? []
  const part = parts()[index ?? -1]
  keep(STORE, NAME, '')
  if (part && top) scrollBy({ top: topOf(part) - top, behavior: 'instant' })
}

function parts(): Element[] {
  return [...document.querySelectorAll('main > *')]
}

function topOf(part: Element): number {
  return part.getBoundingClientRect().top
}
