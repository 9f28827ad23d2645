import { ADMIN_TABS, type AdminTabId, type PagedPlaceId } from '#web/admin/tab-list.ts'

/** What the navigation lists: a tab, or a place that has several pages. */
export type PlaceId = AdminTabId | PagedPlaceId

export interface NavPlace {
  readonly id: PlaceId
  /** Its pages that the user may open, the first of which it opens on. */
  readonly tabs: readonly AdminTabId[]
}

/** The places of the navigation in their order. A place with a single page is that page. */
export function placesOf(allowed: readonly AdminTabId[]): readonly NavPlace[] {
  const placeOf = (tab: AdminTabId): PlaceId => {
    const found: { readonly id: AdminTabId; readonly place?: PagedPlaceId } | undefined = ADMIN_TABS.find(
      ({ id }) => id === tab,
    )
    return found?.place ?? tab
  }
  return [...new Set(allowed.map(placeOf))].map((id) => {
    const tabs = allowed.filter((tab) => placeOf(tab) === id)
    const [only] = tabs
    return { id: tabs.length === 1 && only !== undefined ? only : id, tabs }
  })
}
