/**
 * Morphs one picture into another if the browser supports view transitions and the reader allows motion; otherwise
 * switches at once.
 */
export function morphPicture(from: HTMLElement | null, change: () => HTMLElement | null): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (isStill || !('startViewTransition' in document)) {
    change()
    return
  }
  let to: HTMLElement | null = null
  name(from, 'shot')
  const { finished } = document.startViewTransition(() => {
    name(from, '')
    to = change()
    name(to, 'shot')
  })
  void finished.then(() => name(to, ''))
}

function name(picture: HTMLElement | null, viewTransitionName: string): void {
  if (picture !== null) Object.assign(picture.style, { viewTransitionName })
}
