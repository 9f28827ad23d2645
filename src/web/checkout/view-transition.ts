import { flushSync } from 'react-dom'

/** Animates a change of step, if the browser supports it and the buyer allows motion. */
export function withViewTransition(update: () => void): void {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  if (isCalm || document.hidden || !('startViewTransition' in document)) {
    update()
    return
  }
  const transition = document.startViewTransition(() => flushSync(update))
  transition.ready.catch((cause: unknown) => {
    // The transition was skipped because another change followed at once: the step is shown without animation.
    if (!(cause instanceof DOMException)) throw cause
  })
}
