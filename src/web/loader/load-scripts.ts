import { pageData } from './page-data.ts'

// Every touch starts with a pointer event; synthetic clicks without one are covered by recordEarlyInput.
const FIRST_INPUT_EVENTS = ['pointerdown', 'focusin', 'keydown']

const CLICK_WITHIN_MS = 150

let isFetched = false
let form: Promise<unknown> | null = null
let isFormLoaded = false

/** Fetches the page's script once the page is loaded, or on the visitor's first input, whichever is first. */
export function loadScripts(): void {
  if (pageData['eager'] !== undefined) fetchScripts()
  // The form first: on a slow connection it would come with React, and be drawn after it.
  const startAfter = (ms: number) => () => void loadFormScript().finally(() => setTimeout(fetchScripts, ms))
  // the click that ends this press comes before React
  for (const type of FIRST_INPUT_EVENTS) addEventListener(type, startAfter(CLICK_WITHIN_MS), true)
  // a wheel comes without any of these; who scrolls may order next
  addEventListener('scroll', loadFormScript, { once: true })
  // in a task of its own, after the page is loaded: the form is ahead of the pictures that the first scrolling asks for, which
  // take all connections of HTTP/1.1
  addEventListener('load', () => setTimeout(startAfter(0)))
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

/** Loads the script that shows the order form before React is loaded, in parallel with all that it needs; only once. */
export function loadFormScript(): Promise<unknown> {
  const files = pageData['order']?.split(' ') ?? []
  const [script] = files
  if (script === undefined) return Promise.resolve()
  if (form === null) files.forEach(preload)
  return (form ??= import(/* @vite-ignore */ script).then(() => {
    isFormLoaded = true
  }))
}

/** Whether the script that shows the order form is there: an order then needs no frame before it. */
export function canShowForm(): boolean {
  return isFormLoaded
}

// In parallel: otherwise the browser would discover React only after it has parsed the island.
function preload(file: string): void {
  const link = document.createElement('link')
  const isScript = file.endsWith('.js')
  link.rel = isScript ? 'modulepreload' : 'preload'
  link.as = isScript ? 'script' : file.endsWith('.css') ? 'style' : 'fetch'
  // the markup is requested like this
  if (link.as === 'fetch') link.crossOrigin = ''
  link.href = file
  document.head.append(link)
}
