const WAKES = ['pointerdown', 'pointerover', 'touchstart', 'focusin', 'keydown', 'openSupportEmail']

/** Fetches the page's script once the page is loaded and idle, or at the first sign of a visitor, whichever is first. */
export function loadScripts(): void {
  const { scripts, eager } = document.documentElement.dataset
  if (scripts === undefined || scripts === '') return
  let isAsked = false
  const load = () => {
    if (isAsked) return
    isAsked = true
    for (const wake of WAKES) removeEventListener(wake, load, true)
    const [main = '', ...imports] = scripts.split(' ')
    for (const file of imports) preload(file)
    // An unhandled rejection is what a page without its script is: it goes to the console as it is.
    void import(/* @vite-ignore */ main)
  }
  if (eager !== undefined) {
    load()
    return
  }
  for (const wake of WAKES) addEventListener(wake, load, { capture: true, passive: true })
  addEventListener('load', () => {
    if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 2000 })
    else setTimeout(load, 200)
  })
}

// Fetched side by side, else the browser would learn of React only after it has read the island.
function preload(file: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = file
  document.head.append(link)
}
