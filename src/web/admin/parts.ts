import type { Permission } from '#shared/permissions.ts'

/** The parts of the back office in their order, and what one must be allowed for each; null: everyone who is let in. */
export const PARTS = [
  { id: 'keys', needs: 'keys.read' },
  { id: 'orders', needs: 'orders.read' },
  { id: 'exceptions', needs: 'orders.read' },
  { id: 'refunds', needs: 'orders.read' },
  { id: 'statistics', needs: 'stats.read' },
  { id: 'people', needs: 'people.manage' },
  { id: 'security', needs: null },
  { id: 'audit', needs: 'audit.read' },
  { id: 'settings', needs: 'settings.read' },
] as const satisfies readonly { readonly id: string; readonly needs: Permission | null }[]
export type PartId = (typeof PARTS)[number]['id']
