// The same section stands higher or lower in another language, so the place is kept by section, not by pixels alone.
const parts = () => [...(document.querySelector('main')?.children ?? [])]

/** Keeps the place of the reader for the same page in another language. */
export function holdPlace(): void {
  const index = parts().findIndex((part) => part.getBoundingClientRect().bottom > innerHeight / 3)
  const top = parts()[index]?.getBoundingClientRect().top
  if (top === undefined || scrollY === 0) return
  try {
    sessionStorage.setItem('place', JSON.stringify([index, top]))
  } catch {
    return
  }
}

/** Takes the reader back to the place that was kept; once. */
export function findPlace(): void {
  try {
    const [index = -1, top = 0] = JSON.parse(sessionStorage.getItem('place') ?? '[]') as number[]
    sessionStorage.removeItem('place')
    const part = parts()[index]
    if (part) scrollBy({ top: part.getBoundingClientRect().top - top, behavior: 'instant' })
  } catch {
    return
  }
}
