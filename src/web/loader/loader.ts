// Inlined into every page, after its header: runs before the rest is parsed, and must stay near one kilobyte.
import { announce } from './announce.ts'
import { closeMenu } from './close-menu.ts'
import { findPlace } from './hold-place.ts'
import { enlargePictures } from './enlarge-pictures.ts'
import { keepEarly } from './keep-early.ts'
import { keepLanguage } from './keep-language.ts'
import { loadScripts } from './load-scripts.ts'
import { markScrolled } from './mark-scrolled.ts'
import { openWhenAsked } from './open-when-asked.ts'
import { showAdminLink } from './show-admin-link.ts'
import { tickCountdown } from './tick-countdown.ts'

document.documentElement.dataset['scripted'] = ''
keepLanguage()
keepEarly()
announce()
openWhenAsked()
markScrolled()
showAdminLink()
closeMenu()
enlargePictures()
loadScripts()
addEventListener('DOMContentLoaded', () => {
  findPlace()
  tickCountdown()
})
const { missing } = document.documentElement.dataset
if (missing !== undefined) console.warn('404:', location.pathname)
