import { pageData } from './page-data.ts'

// Every touch starts with a pointer event; synthetic clicks without one are covered by recordEarlyInput.
const FIRST_INPUT_EVENTS = ['pointerdown', 'focusin', 'keydown']

let isFetched = false

/** Fetches the page's script once the page is loaded and idle, or on the visitor's first input, whichever is first. */
export function loadScripts(): void {
  if (pageData['eager'] !== undefined) fetchScripts()
  const start = () => {
    // the form first: on a slow connection it would come with React, and be drawn after it
    void loadFormScript().finally(fetchScripts)
  }
  for (const type of FIRST_INPUT_EVENTS) addEventListener(type, start, true)
  addEventListener('load', () => {
    if ('requestIdleCallback' in window) requestIdleCallback(fetchScripts, { timeout: 2000 })
    else setTimeout(fetchScripts, 200)
  })
}

/** Fetches the page's script now; only once. */
export function fetchScripts(): void {
  const files = pageData['scripts']?.split(' ') ?? []
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

/** Loads the script that shows the order form before React is loaded; it fetches the form. */
export function loadFormScript(): Promise<unknown> {
  const { order } = pageData
  return order === undefined ? Promise.resolve() : import(/* @vite-ignore */ order)
}

// In parallel: otherwise the browser would discover React only after it has parsed the island.
function preload(file: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = file
  document.head.append(link)
}
