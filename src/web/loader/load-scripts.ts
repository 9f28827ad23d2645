// Every touch starts with a pointer event; synthetic clicks without one are covered by recordEarlyInput.
const FIRST_INPUT_EVENTS = ['pointerover', 'pointerdown', 'focusin', 'keydown']

let isFetched = false

/** Fetches the page's script once the page is loaded and idle, or on the visitor's first input, whichever is first. */
export function loadScripts(): void {
  if (document.documentElement.dataset['eager'] !== undefined) fetchScripts()
  for (const type of FIRST_INPUT_EVENTS) addEventListener(type, fetchScripts, true)
  addEventListener('load', () => {
    if ('requestIdleCallback' in window) requestIdleCallback(fetchScripts, { timeout: 2000 })
    else setTimeout(fetchScripts, 200)
  })
}

/** Fetches the page's script now; only once. */
export function fetchScripts(): void {
  const files = filesIn('scripts')
  const [main] = files
  if (isFetched || main === undefined) return
  isFetched = true
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
export function preloadCheckout(): void {
  filesIn('ahead').forEach(preload)
}

function filesIn(attribute: 'scripts' | 'ahead'): readonly string[] {
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
