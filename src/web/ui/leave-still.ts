let isLeaving = false
// brought back from the browser's memory, the page is there to be used again
addEventListener('pageshow', () => {
  isLeaving = false
})

/**
 * Goes to another page without fading over, once: Chromium drops a transition into a page that is still being made, or
 * out of one that is left twice, and reports that as an error.
 */
export function leaveStill(address: string): void {
  if (isLeaving) return
  isLeaving = true
  const still = new CSSStyleSheet()
  still.replaceSync('@view-transition { navigation: none; }')
  document.adoptedStyleSheets.push(still)
  location.assign(address)
}
