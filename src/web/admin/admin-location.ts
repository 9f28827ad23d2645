import { useSyncExternalStore } from 'react'

/** A location in the back office, parsed from the URL's hash: `#/keys/list?edition=standard&page=2`. */
export interface AdminLocation {
  readonly tab: string
  /** The path after the tab: an inner tab or an id; empty at the top. */
  readonly rest: readonly string[]
  readonly filters: Readonly<Record<string, string>>
}

export function parseLocation(hash: string): AdminLocation {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [tab = '', ...rest] = path.split('/').map(decode)
  return {
    tab,
    rest: rest.filter((one) => one !== ''),
    filters: Object.fromEntries(new URLSearchParams(query)),
  }
}

/** Builds the hash of a location; empty filters are left out. */
export function locationHash({
  tab,
  rest = [],
  filters = {},
}: Partial<AdminLocation> & Pick<AdminLocation, 'tab'>): `#${string}` {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString()
  const path = [tab, ...rest].map(encodeURIComponent).join('/')
  return `#/${path}${query === '' ? '' : `?${query}`}`
}

export function useAdminLocation(): AdminLocation {
  return parseLocation(useSyncExternalStore(listen, () => location.hash))
}

/** Navigates to a location; `replace` creates no history entry, for example while a filter is typed. */
export function navigateTo(
  place: Parameters<typeof locationHash>[0],
  how: 'push' | 'replace' = 'push',
): void {
  const hash = locationHash(place)
  if (hash === location.hash) return
  if (how === 'push') {
    location.hash = hash
    return
  }
  history.replaceState(history.state, '', hash)
  dispatchEvent(new HashChangeEvent('hashchange'))
}

function listen(onChange: () => void): () => void {
  addEventListener('hashchange', onChange)
  return () => removeEventListener('hashchange', onChange)
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text // invalid percent-encoding, typed by hand: used as it is
  }
}
