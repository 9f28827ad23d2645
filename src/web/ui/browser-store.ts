type Store = 'localStorage' | 'sessionStorage'

/** What was kept under a name; null where nothing was, or where the browser refuses storage altogether (SecurityError). */
export function recall(store: Store, name: string): string | null {
  try {
    return window[store].getItem(name)
  } catch {
    return null
  }
}

/** Keeps a text under a name; where the browser refuses storage the page does without. */
export function keep(store: Store, name: string, text: string): void {
  try {
    window[store].setItem(name, text)
  } catch {
    return
  }
}
