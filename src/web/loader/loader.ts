// Inlined into every page: runs before anything else is fetched and has to stay near one kilobyte.
import { keepEarly } from './keep-early.ts'
import { keepLanguage } from './keep-language.ts'
import { loadScripts } from './load-scripts.ts'
import { markScrolled } from './mark-scrolled.ts'
import { tickCountdown } from './tick-countdown.ts'

keepLanguage()
keepEarly()
markScrolled()
tickCountdown()
loadScripts()
const { missing } = document.documentElement.dataset
if (missing !== undefined) console.warn('404:', location.pathname)
