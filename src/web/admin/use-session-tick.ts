import { useEffect } from 'react'
import { SESSION_TICK_MS } from '#shared/constants.ts'
import { readShop } from '#web/api/call-shop.ts'
import { goToSignIn } from './session-end.ts'

/** Renews the session every 30 s (the server extends it in its last 90 s); redirects to sign-in if it has expired. */
export function useSessionTick(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return
    const tick = async () => {
      const outcome = await readShop<{ session: object | null }>('/auth/session')
      if (outcome.kind === 'ok' && outcome.reply.session === null) goToSignIn()
    }
    const timer = setInterval(() => void tick(), SESSION_TICK_MS)
    return () => clearInterval(timer)
  }, [isSignedIn])
}
