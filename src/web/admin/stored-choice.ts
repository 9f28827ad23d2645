/** A choice that this browser remembers; null if there is none, or if it refuses all storage. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

/** Remembers a choice in this browser; one that refuses all storage forgets it with the page. */
export function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    return
  }
}
