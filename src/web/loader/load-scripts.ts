// Every touch starts with a pointer event; synthetic clicks without one are covered by keepEarly.
const WAKES = ['pointerover', 'pointerdown', 'focusin', 'keydown']

let isAsked = false

/** Fetches the page's script once the page is loaded and idle, or on the visitor's first input, whichever is first. */
export function loadScripts(): void {
  if (document.documentElement.dataset['eager'] !== undefined) wake()
  for (const sign of WAKES) addEventListener(sign, wake, true)
  addEventListener('load', () => {
    if ('requestIdleCallback' in window) requestIdleCallback(wake, { timeout: 2000 })
    else setTimeout(wake, 200)
  })
}

/** Fetches the page's script now; only once. */
export function wake(): void {
  const files = namedIn('scripts')
  const [main] = files
  if (isAsked || main === undefined) return
  isAsked = true
  files.forEach(preload)
  const start = () => {
    // A script that fails to load is an unhandled rejection, which the console shows.
    void import(/* @vite-ignore */ main)
  }
  // The element it hydrates may not have been parsed yet.
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start)
  else start()
}

/** Preloads what an order button needs, in parallel with React. */
export function fetchAhead(): void {
  namedIn('ahead').forEach(preload)
}

function namedIn(attribute: 'scripts' | 'ahead'): readonly string[] {
  return document.documentElement.dataset[attribute]?.match(/\S+/g) ?? []
}

// In parallel: otherwise the browser would discover React only after it has parsed the island.
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
