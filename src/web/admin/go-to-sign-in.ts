import { leaveStill } from '#web/ui/leave-still.ts'

/** A session has ended: sign in again, and come back to the same place. */
export function goToSignIn(): void {
  const back = location.pathname + location.search + location.hash
  leaveStill(`/sign-in?return=${encodeURIComponent(back)}`)
}
