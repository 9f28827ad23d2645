import { keep, recall } from './browser-store.ts'

/**
 * Keeps the place of the reader for the same page in another language. The same section stands higher or lower there,
 * so it is kept by section, not by pixels alone.
 */
export function holdPlace(): void {
  const part = document.elementFromPoint(innerWidth / 2, innerHeight / 3)?.closest('main > *')
  const index = [...(part?.parentElement?.children ?? [])].findIndex((one) => one === part)
  if (part && scrollY > 0) keep('sessionStorage', 'place', `${String(index)} ${String(topOf(part))}`)
}

/** Takes the reader back to the place that was kept; once. */
export function findPlace(): void {
  const [index, top] = (recall('sessionStorage', 'place') ?? '').split(' ')
  const part = document.querySelector(`main > :nth-child(${String(Number(index) + 1)})`)
  if (!top || !part) return
  keep('sessionStorage', 'place', '')
  scrollBy({ top: topOf(part) - Number(top), behavior: 'instant' })
}

function topOf(part: Element): number {
  return part.getBoundingClientRect().top
}
