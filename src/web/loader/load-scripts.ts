// Every touch begins with a pointer's coming; what is clicked without one wakes by keepEarly.
const WAKES = ['pointerover', 'pointerdown', 'focusin', 'keydown']

let isAsked = false

/** Fetches the page's script once the page is loaded and idle, or at the first sign of a visitor, whichever is first. */
export function loadScripts(): void {
  if (document.documentElement.dataset['eager'] !== undefined) wake()
  for (const sign of WAKES) addEventListener(sign, wake, true)
  addEventListener('load', () => {
    if ('requestIdleCallback' in window) requestIdleCallback(wake, { timeout: 2000 })
    else setTimeout(wake, 200)
  })
}

/** Fetches the page's script now; once. */
export function wake(): void {
  const files = namedIn('scripts')
  const [main] = files
  if (isAsked || main === undefined) return
  isAsked = true
  files.forEach(preload)
  const start = () => {
    // A script that does not come is an unhandled rejection, and the console shows it as it is.
    void import(/* @vite-ignore */ main)
  }
  // What it is to take over may still be on its way.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
  else start()
}

/** Fetches what an order button will want, beside React instead of after it. */
export function fetchAhead(): void {
  namedIn('ahead').forEach(preload)
}

function namedIn(attribute: 'scripts' | 'ahead'): readonly string[] {
  return document.documentElement.dataset[attribute]?.match(/\S+/g) ?? []
}

// Side by side: else the browser would learn of React only once it has read the island.
function preload(file: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  if (file.endsWith('.css')) {
    link.rel = 'preload'
    link.as = 'style'
  }
  link.href = file
  document.head.append(link)
}
