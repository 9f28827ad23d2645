import { useEffect, useState } from 'react'
import { deviceNowMs, serverNowMs } from '#web/api/server-clock.ts'
import { secondsLeft } from './countdown.ts'

const SECOND_MS = 1000
// Polled more often than the display changes, so that no second appears to last two.
const POLL_MS = 200

/** Returns the seconds until the payment window ends; updates every second until 0. */
export function useSecondsLeft(expiresAt: string): number {
  const [left, setLeft] = useState(() => secondsLeft(expiresAt, serverNowMs()))
  useEffect(() => {
    const update = () => {
      const now = secondsLeft(expiresAt, serverNowMs())
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }
    const timer = setInterval(update, POLL_MS)
    update()
    return () => clearInterval(timer)
  }, [expiresAt])
  return left
}

/** Returns the seconds that have passed while `isRunning`; pauses otherwise. */
export function useElapsedSeconds(isRunning: boolean): number {
  const [elapsed, setElapsed] = useState(0)
  useEffect(() => {
    if (!isRunning) return
    let lastMs = deviceNowMs()
    const timer = setInterval(() => {
      const nowMs = deviceNowMs()
      // After sleep or in a throttled tab several seconds may have passed.
      const seconds = Math.max(1, Math.round((nowMs - lastMs) / SECOND_MS))
      lastMs = nowMs
      setElapsed((before) => before + seconds)
    }, SECOND_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return elapsed
}
