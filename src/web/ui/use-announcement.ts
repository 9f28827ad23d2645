import { useCallback, useEffect, useState } from 'react'

const SHOWN_MS = 5000
// Cleared first, so that the same message twice is announced twice.
const GAP_MS = 60

/** Returns the message of the live region, and the function that sets it. */
export function useAnnouncement(): readonly [string, (text: string) => void] {
  const [wanted, setWanted] = useState<{ readonly text: string } | null>(null)
  const [shown, setShown] = useState('')
  useEffect(() => {
    if (wanted === null) return
    const show = setTimeout(() => setShown(wanted.text), GAP_MS)
    const hide = setTimeout(() => setShown(''), SHOWN_MS)
    return () => {
      clearTimeout(show)
      clearTimeout(hide)
    }
  }, [wanted])
  const announce = useCallback((text: string) => {
    setShown('')
    setWanted({ text })
  }, [])
  return [shown, announce]
}
