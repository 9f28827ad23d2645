import { flushSync } from 'react-dom'

/** Shows a change of step as one movement, where the browser can and the buyer wants movement. */
export function withViewTransition(update: () => void): void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  if (isCalm || document.hidden || !('startViewTransition' in document)) {
    update()
    return
  }
  const transition = document.startViewTransition(() => {
    flushSync(update)
  })
  transition.ready.catch((cause: unknown) => {
    // Called off because another change came at once: the step is shown all the same, only without the movement.
    if (!(cause instanceof DOMException)) throw cause
  })
}
