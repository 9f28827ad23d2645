import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/**
 * Whether this render is a server's, or the first one over its markup: it must then show what the server has shown. React
 * renders again right after, with `false`.
 */
export function useIsHydrating(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  )
}
