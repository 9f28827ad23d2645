import { HEADER_SOLID_AFTER_PX } from '#shared/constants.ts'

/**
 * Makes the header opaque once the page is scrolled by more than 10 px. A page that starts scrolled, as after a reload,
 * fires the same event; reading the position earlier would force an extra layout.
 */
export function markScrolled(): void {
  addEventListener('scroll', () => {
    document.documentElement.toggleAttribute('data-scrolled', scrollY > HEADER_SOLID_AFTER_PX)
  })
}
