import { HEADER_SOLID_AFTER_PX } from '#shared/limits.ts'

/** The header turns solid once the page has been scrolled more than 10 px. */
export function markScrolled(): void {
  const mark = () => {
    document.documentElement.toggleAttribute('data-scrolled', scrollY > HEADER_SOLID_AFTER_PX)
  }
  addEventListener('scroll', mark, { passive: true })
  mark()
}
