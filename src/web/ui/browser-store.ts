type Store = 'localStorage' | 'sessionStorage'

/** Reads a stored text; null if there is none, or if the browser refuses all storage (SecurityError). */
export function readStoredText(store: Store, name: string): string | null {
  try {
    return window[store].getItem(name)
  } catch {
    return null
  }
}

/** Stores a text; does nothing if the browser refuses storage. */
export function storeText(store: Store, name: string, text: string): void {
  try {
    window[store].setItem(name, text)
  } catch {
    return
  }
}
