import { useEffect, useEffectEvent } from 'react'

/**
 * Listens to a live topic while the component is shown; null listens to nothing. The client is a chunk of its own, loaded
 * here; where it cannot be loaded, polling still reads, and the console says so.
 */
export function useLive(topic: string | null, onChanged: () => void): void {
  const tell = useEffectEvent(onChanged)
  useEffect(() => {
    if (topic === null) return
    let isOver = false
    let unsubscribe: (() => void) | null = null
    import('./live-client.ts').then(
      ({ subscribe }) => {
        if (isOver) return
        unsubscribe = subscribe(topic, () => {
          tell()
        })
      },
      (cause: unknown) => {
        console.warn('Live updates are off; the page asks every 15 seconds instead.', cause)
      },
    )
    return () => {
      isOver = true
      unsubscribe?.()
    }
  }, [topic])
}
