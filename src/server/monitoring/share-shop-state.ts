import { readShopState, type ShopState, type ShopStateDeps } from './read-shop-state.ts'

/** Anybody may ask for the health and the status page; however often they do, the database is asked once in this time. */
const SHARED_FOR_MS = 2_000

/** Creates a reader of the shop's state; calls within two seconds share one reading. */
export function shareShopState(deps: ShopStateDeps): () => Promise<ShopState> {
  let shared: { readonly atMs: number; readonly state: Promise<ShopState> } | null = null
  return () => {
    const atMs = deps.clock().getTime()
    if (shared !== null && atMs - shared.atMs < SHARED_FOR_MS && atMs >= shared.atMs) return shared.state
    const reading = { atMs, state: readShopState(deps) }
    shared = reading
    // a failure is not shared
    reading.state.catch(() => {
      if (shared === reading) shared = null
    })
    return reading.state
  }
}
