import { useEffect, useState } from 'react'
import { deviceNowMs, serverNowMs } from '#web/api/server-clock.ts'
import { secondsLeft } from './countdown.ts'

const SECOND_MS = 1000
// Looked at more often than it changes, so that no second is seen to last two.
const LOOK_MS = 200

/** Seconds left until the payment window ends; ticks every second down to 0, then stops. */
export function useSecondsLeft(expiresAt: string): number {
  const [left, setLeft] = useState(() => secondsLeft(expiresAt, serverNowMs()))
  useEffect(() => {
    const look = () => {
      const now = secondsLeft(expiresAt, serverNowMs())
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }
    const timer = setInterval(look, LOOK_MS)
    look()
    return () => {
      clearInterval(timer)
    }
  }, [expiresAt])
  return left
}

/** Seconds that have passed while `isRunning`; it pauses and goes on. */
export function useElapsedSeconds(isRunning: boolean): number {
  const [elapsed, setElapsed] = useState(0)
  useEffect(() => {
    if (!isRunning) return
    let lastMs = deviceNowMs()
    const timer = setInterval(() => {
      const nowMs = deviceNowMs()
      // A sleeping device or a throttled tab makes up for what it missed.
      const seconds = Math.max(1, Math.round((nowMs - lastMs) / SECOND_MS))
      lastMs = nowMs
      setElapsed((before) => before + seconds)
    }, SECOND_MS)
    return () => {
      clearInterval(timer)
    }
  }, [isRunning])
  return elapsed
}
