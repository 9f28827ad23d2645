import { navigateWithoutTransition } from '#web/ui/navigate-without-transition.ts'

/** Redirects to sign-in after the session has expired; the user returns to the same page afterwards. */
export function goToSignIn(): void {
  const back = location.pathname + location.search + location.hash
  navigateWithoutTransition(`/sign-in?return=${encodeURIComponent(back)}`)
}
