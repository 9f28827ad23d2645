/** The roles of the back office. To clients, all four are `admin`. */
export const ROLES = ['owner', 'manager', 'support', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** Whether a text is a role. */
export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text)
}

/**
 * The roles that have each permission. The server checks it in every handler; the pages show and hide by the same table.
 */
export const PERMISSIONS = {
  /** Read and search the list of keys, which are masked without `keys.plain`. */
  'keys.read': ['owner', 'manager', 'support', 'viewer'],
  /** See keys unmasked in the list. */
  'keys.plain': ['owner', 'manager'],
  /** See one key unmasked; the audit records it. */
  'keys.reveal': ['owner', 'manager', 'support'],
  'keys.generate': ['owner', 'manager'],
  'keys.import': ['owner', 'manager'],
  'keys.delete': ['owner', 'manager'],
  'keys.retire': ['owner', 'manager'],
  'keys.replace': ['owner', 'manager'],
  /** Hold the keys of an edition until its release, and release them. */
  'keys.hold': ['owner', 'manager'],
  'stats.read': ['owner', 'manager', 'support', 'viewer'],
  'orders.read': ['owner', 'manager', 'support', 'viewer'],
  /** See e-mails of buyers; without it only their first letter and domain are shown. */
  'orders.emails': ['owner', 'manager', 'support'],
  /** Accept or refund orders in `review`. */
  'orders.decide': ['owner', 'manager'],
  'orders.resend': ['owner', 'manager', 'support'],
  'orders.note': ['owner', 'manager', 'support'],
  'refunds.record': ['owner', 'manager'],
  export: ['owner', 'manager'],
  'settings.read': ['owner', 'manager'],
  'audit.read': ['owner', 'manager'],
  /** Write announcements to all buyers and send them. */
  'bulletins.send': ['owner', 'manager'],
  'webhooks.manage': ['owner', 'manager'],
  /** Change prices, dates and texts of the game, and put earlier versions back. */
  'game.change': ['owner'],
  /** Create discount codes, pause them, and see what came of them. */
  'discounts.manage': ['owner', 'manager'],
  /** Close the list that a new shop begins with. */
  'first-day.close': ['owner'],
  'tokens.manage': ['owner'],
  'people.manage': ['owner'],
} as const satisfies Readonly<Record<string, readonly Role[]>>
/** The name of a permission, a key of {@link PERMISSIONS}. */
export type Permission = keyof typeof PERMISSIONS

/** Whether a role has a permission; without a role there is none. */
export function may(role: Role | null, permission: Permission): boolean {
  const roles: readonly Role[] = PERMISSIONS[permission]
  return role !== null && roles.includes(role)
}

/** All permissions of a role, for pages that show and hide by them. */
export function permissionsOf(role: Role | null): readonly Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => may(role, permission))
}

const CONFIRMED_PERMISSIONS: ReadonlySet<Permission> = new Set([
  'export',
  'people.manage',
  'refunds.record',
  'bulletins.send',
  'webhooks.manage',
  'tokens.manage',
])

/** Whether a call needs the password again: what it does cannot be undone. Reading needs it only for files. */
export function needsConfirmation(permission: Permission, method: string): boolean {
  return CONFIRMED_PERMISSIONS.has(permission) && (method !== 'GET' || permission === 'export')
}
