import { callShop } from '#web/api/call-shop.ts'

/** Ends the session and leaves the back office. Where the call does not come through, the page says so by staying. */
export async function signOut(): Promise<boolean> {
  const outcome = await callShop('/auth/sign-out', {})
  if (outcome.kind === 'failed') return false
  location.assign('/')
  return true
}
