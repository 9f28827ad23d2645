import type { Permission } from '#shared/permissions.ts'

/** The tabs of the back office in their order, each with the permission it requires; null: every admitted user. */
export const ADMIN_TABS = [
  { id: 'overview', needs: 'orders.read' },
  { id: 'keys', needs: 'keys.read' },
  { id: 'orders', needs: 'orders.read' },
  { id: 'exceptions', needs: 'orders.read' },
  { id: 'refunds', needs: 'orders.read' },
  { id: 'bulletins', needs: 'bulletins.send' },
  { id: 'statistics', needs: 'stats.read' },
  { id: 'people', needs: 'people.manage' },
  { id: 'integrations', needs: 'webhooks.manage' },
  { id: 'security', needs: null },
  { id: 'audit', needs: 'audit.read' },
  { id: 'settings', needs: 'settings.read' },
] as const satisfies readonly { readonly id: string; readonly needs: Permission | null }[]
export type AdminTabId = (typeof ADMIN_TABS)[number]['id']
