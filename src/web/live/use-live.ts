import { useEffect, useEffectEvent } from 'react'

/**
 * Subscribes to a live topic while the component is mounted; null subscribes to nothing. The client is a separate
 * chunk, loaded here; if it cannot be loaded, polling continues, and the console shows a warning.
 */
export function useLive(topic: string | null, onChanged: () => void): void {
  const notify = useEffectEvent(onChanged)
  useEffect(() => {
    if (topic === null) return
    let isOver = false
    let unsubscribe: (() => void) | null = null
    import('./live-client.ts').then(
      ({ subscribe }) => {
        if (isOver) return
        unsubscribe = subscribe(topic, () => notify())
      },
      (cause: unknown) => {
        console.warn('Live updates are not available; the page polls every 15 seconds instead.', cause)
      },
    )
    return () => {
      isOver = true
      unsubscribe?.()
    }
  }, [topic])
}
