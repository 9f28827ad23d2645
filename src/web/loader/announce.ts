import { keep, recall } from '#web/ui/browser-store.ts'

const DISMISSED = 'announcement-dismissed'

/**
 * Leaves the announcement away where it was dismissed, before it is there to be painted, and tells the page how much room
 * it takes: the style sheet knows 56 px from 768 px up, on narrower screens it is as high as its text.
 */
export function announce(): void {
  const root = document.documentElement
  const hide = () => {
    delete root.dataset['announced']
  }
  if (recall('localStorage', DISMISSED) !== null) hide()
  addEventListener('DOMContentLoaded', () => {
    const bar = document.querySelector('.announcement')
    if (bar === null) return
    new ResizeObserver(() => {
      root.style.setProperty('--bottom-offset', `${String(bar.getBoundingClientRect().height)}px`)
    }).observe(bar)
  })
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest('[data-dismiss]') === null) return
    keep('localStorage', DISMISSED, 'true')
    hide()
  })
}
