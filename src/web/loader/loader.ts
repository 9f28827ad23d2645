// After the header of every page, and inside the first: runs before the rest is parsed, and must stay near two kilobytes.
import { prepareAnnouncement } from './prepare-announcement.ts'
import { closeMenu } from './close-menu.ts'
import { restoreScrollPosition } from './scroll-position.ts'
import { enlargePictures } from './enlarge-pictures.ts'
import { recordEarlyInput } from './record-early-input.ts'
import { syncLanguage } from './sync-language.ts'
import { loadScripts } from './load-scripts.ts'
import { markScrolled } from './mark-scrolled.ts'
import { pageData } from './page-data.ts'
import { openOnRequest } from './open-on-request.ts'
import { showAdminLink } from './show-admin-link.ts'
import { showTextFace } from './show-text-face.ts'
import { tickCountdown } from './tick-countdown.ts'

pageData['scripted'] = ''
showTextFace()
syncLanguage()
recordEarlyInput()
prepareAnnouncement()
openOnRequest()
markScrolled()
showAdminLink()
closeMenu()
enlargePictures()
loadScripts()
addEventListener('DOMContentLoaded', () => {
  restoreScrollPosition()
  tickCountdown()
})
if (pageData['missing'] !== undefined) console.warn('404:', location.pathname)
