import type { Permission } from '#shared/permissions.ts'

/**
 * The tabs of the back office in their order, each with the permission it requires; null: every admitted user. Those with
 * a `place` are pages of that place.
 */
export const ADMIN_TABS = [
  { id: 'overview', needs: 'orders.read' },
  { id: 'orders', needs: 'orders.read' },
  { id: 'elsewhere', place: 'orders', needs: 'orders.read' },
  { id: 'exceptions', needs: 'orders.read' },
  { id: 'refunds', needs: 'orders.read' },
  { id: 'keys', needs: 'keys.read' },
  { id: 'bulletins', needs: 'bulletins.send' },
  { id: 'statistics', needs: 'stats.read' },
  { id: 'audit', needs: 'audit.read' },
  { id: 'settings', place: 'shop', needs: 'settings.read' },
  { id: 'game', place: 'shop', needs: 'game.change' },
  { id: 'discounts', place: 'shop', needs: 'discounts.manage' },
  { id: 'people', place: 'shop', needs: 'people.manage' },
  { id: 'integrations', place: 'shop', needs: 'webhooks.manage' },
  { id: 'security', place: 'shop', needs: null },
] as const satisfies readonly AdminTab[]
export type AdminTabId = (typeof ADMIN_TABS)[number]['id']
/** A page of a place that has several. */
export type PageId = Extract<(typeof ADMIN_TABS)[number], { readonly place: string }>['id']
/** The places that have several pages; one that is a tab itself begins with that tab. */
export type PagedPlaceId = 'shop' | 'orders'

interface AdminTab {
  readonly id: string
  readonly place?: PagedPlaceId
  readonly needs: Permission | null
}

/** The tabs that a user may open. */
export function allowedTabs(may: (permission: Permission) => boolean): readonly AdminTabId[] {
  return ADMIN_TABS.filter(({ needs }) => needs === null || may(needs)).map(({ id }) => id)
}
