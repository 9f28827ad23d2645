let isLeaving = false
// restored from the back/forward cache, the page is used again
addEventListener('pageshow', () => {
  isLeaving = false
})

/**
 * Navigates once without a view transition: Chromium aborts a transition into a page that is still rendering, or out of
 * one that is left twice, and reports that as an error.
 */
export function navigateWithoutTransition(address: string): void {
  if (isLeaving) return
  isLeaving = true
  const still = new CSSStyleSheet()
  still.replaceSync('@view-transition { navigation: none; }')
  document.adoptedStyleSheets.push(still)
  location.assign(address)
}
