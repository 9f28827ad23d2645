import { storeText, readStoredText } from '#web/ui/browser-store.ts'

const DISMISSED = 'announcement-dismissed'

/**
 * Hides the announcement before the first paint if it was dismissed, and sets how much room it takes: 56 px from 768 px
 * up, which the style sheet knows; on narrower screens as much as its text needs.
 */
export function prepareAnnouncement(): void {
  const root = document.documentElement
  const hide = () => {
    delete root.dataset['announced']
  }
  if (readStoredText('localStorage', DISMISSED) !== null) hide()
  addEventListener('DOMContentLoaded', () => {
    const bar = document.querySelector('.announcement')
    if (bar === null) return
    new ResizeObserver(() => {
      root.style.setProperty('--bottom-offset', `${String(bar.getBoundingClientRect().height)}px`)
    }).observe(bar)
  })
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest('[data-dismiss]') === null) return
    storeText('localStorage', DISMISSED, 'true')
    hide()
  })
}
