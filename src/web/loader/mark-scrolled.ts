import { HEADER_SOLID_AFTER_PX } from '#shared/constants.ts'

/**
 * The header turns solid once the page has been scrolled more than 10 px. A page that comes up scrolled, as after a
 * reload, tells it by the same event; to ask before would lay out the page once more than it needs.
 */
export function markScrolled(): void {
  addEventListener('scroll', () => {
    document.documentElement.toggleAttribute('data-scrolled', scrollY > HEADER_SOLID_AFTER_PX)
  })
}
