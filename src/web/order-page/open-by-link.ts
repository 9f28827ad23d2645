import { sendOpenRequest } from '#web/api/orders.ts'
import { orderIdOf } from './order-id.ts'

/**
 * Exchanges the secret behind `#key=` of a mailed link for the order's cookie, and drops it from the address.
 *
 * @returns whether the order is open now, so that the page must be loaded again.
 */
export async function openByLink(): Promise<boolean> {
  const { pathname, search, hash } = location
  const key = new URLSearchParams(hash.slice(1)).get('key')
  const id = orderIdOf(pathname)
  if (key === null || id === null) return false
  history.replaceState(null, '', pathname + search)
  const opened = await sendOpenRequest(id, key)
  // kept for the next attempt
  if (opened.kind === 'failed' && opened.code === 'OFFLINE')
    history.replaceState(null, '', pathname + search + hash)
  return opened.kind === 'ok'
}

/** A mailed link that is followed on the order's own page changes only what is behind `#`. */
export function openOnLinkFollowed(): void {
  addEventListener('hashchange', () => {
    if (location.hash.startsWith('#key=')) location.reload()
  })
}
