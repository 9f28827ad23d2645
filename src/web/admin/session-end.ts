import { callShop } from '#web/api/call-shop.ts'
import { navigateWithoutTransition } from '#web/ui/navigate-without-transition.ts'

let isSigningOut = false
// restored from the back/forward cache, the page is used again
addEventListener('pageshow', () => {
  isSigningOut = false
})

/** Ends the session and leaves the back office. If the call fails, the page does not change. */
export async function signOut(): Promise<boolean> {
  // what is being read now may be answered 401 at once
  isSigningOut = true
  const outcome = await callShop('/auth/sign-out', {})
  if (outcome.kind === 'failed') {
    isSigningOut = false
    return false
  }
  location.assign('/')
  return true
}

/**
 * Redirects to sign-in after the session has expired; the user returns to the same page afterwards. Does nothing while
 * the user signs out.
 */
export function goToSignIn(): void {
  if (isSigningOut) return
  const back = location.pathname + location.search + location.hash
  navigateWithoutTransition(`/sign-in?return=${encodeURIComponent(back)}`)
}
