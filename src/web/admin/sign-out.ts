import { callShop } from '#web/api/call-shop.ts'

/** Ends the session and leaves the back office. If the call fails, the page does not change. */
export async function signOut(): Promise<boolean> {
  const outcome = await callShop('/auth/sign-out', {})
  if (outcome.kind === 'failed') return false
  location.assign('/')
  return true
}
