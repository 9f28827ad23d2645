import { storeText, readStoredText } from '#web/ui/browser-store.ts'
import { saveScrollPosition } from './scroll-position.ts'
import { pageData } from './page-data.ts'
import { onPlainClick } from './on-plain-click.ts'

/**
 * The stored language takes precedence over the cookie and rewrites it: a page in another language is fetched again. A
 * URL with a language (`?lang=ar`) is left as it is, so that a shared link shows the shared language.
 */
export function syncLanguage(): void {
  const offered = pageData['languages']?.split(' ') ?? []
  const found = readStoredText('localStorage', 'language')
  if (found !== null) {
    // a language that the shop no longer offers counts as its first
    const stored = offered.includes(found) ? found : (offered[0] ?? 'en')
    if (stored !== found) storeText('localStorage', 'language', stored)
    setCookie(stored)
    const urlLanguage = new URLSearchParams(location.search).get('lang')
    if (stored !== document.documentElement.lang && !offered.includes(urlLanguage ?? '')) reloadIn(stored)
  }
  addEventListener('change', ({ target }) => {
    if (target instanceof HTMLSelectElement && target.name === 'lang') chooseLanguage(target.value)
  })
  onPlainClick('[data-language]', ({ dataset }) => chooseLanguage(dataset['language'] ?? ''))
}

function chooseLanguage(language: string): void {
  storeText('localStorage', 'language', language)
  setCookie(language)
  saveScrollPosition()
  reloadIn(language)
}

// If the cookie is refused, the URL must contain the language; this also prevents an endless reload. A URL without its
// fragment is always fetched; unlike a reload, that navigation may use a view transition.
function reloadIn(language: string): void {
  const address = new URL(location.href)
  address.hash = ''
  address.searchParams.delete('lang')
  if (!document.cookie.includes(`language=${language}`)) address.searchParams.set('lang', language)
  location.replace(address)
}

function setCookie(language: string): void {
  document.cookie = `language=${language};path=/;max-age=31536000;samesite=lax`
}
