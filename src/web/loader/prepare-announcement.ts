import { storeText, readStoredText } from '#web/ui/browser-store.ts'
import { onClick } from './on-click.ts'
import { pageData } from './page-data.ts'

const DISMISSED = 'announcement-dismissed'

/**
 * Hides the announcement before the first paint if it was dismissed, and when it is. The style sheet knows how much
 * room it takes.
 */
export function prepareAnnouncement(): void {
  if (readStoredText('localStorage', DISMISSED) !== null) hide()
  onClick('[data-dismiss]', () => {
    storeText('localStorage', DISMISSED, 'true')
    hide()
  })
}

function hide(): void {
  delete pageData['announced']
}
