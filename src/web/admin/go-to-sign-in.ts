/** A session has ended: sign in again, and come back to the same place. */
export function goToSignIn(): void {
  const back = location.pathname + location.search + location.hash
  location.assign(`/sign-in?return=${encodeURIComponent(back)}`)
}
