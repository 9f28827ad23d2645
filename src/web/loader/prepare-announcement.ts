import { storeText, readStoredText } from '#web/ui/browser-store.ts'

const DISMISSED = 'announcement-dismissed'

/**
 * Hides the announcement before the first paint if it was dismissed, and when it is. The style sheet knows how much
 * room it takes.
 */
export function prepareAnnouncement(): void {
  const root = document.documentElement
  const hide = () => {
    delete root.dataset['announced']
  }
  if (readStoredText('localStorage', DISMISSED) !== null) hide()
  addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest('[data-dismiss]') === null) return
    storeText('localStorage', DISMISSED, 'true')
    hide()
  })
}
