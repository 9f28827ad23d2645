/** Who works in the back office. All four count as the spec's `admin`. */
export const ROLES = ['owner', 'manager', 'support', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text)
}

/**
 * What each role may do; what does not stand here nobody may. The server asks in every handler, the pages show the
 * same table.
 */
export const PERMISSIONS = {
  /** The list of keys and its search; masked without `keys.plain`. */
  'keys.read': ['owner', 'manager', 'support', 'viewer'],
  /** Keys as they are, in the list. */
  'keys.plain': ['owner', 'manager'],
  /** One key as it is, written into the audit. */
  'keys.reveal': ['owner', 'manager', 'support'],
  'keys.generate': ['owner', 'manager'],
  'keys.import': ['owner', 'manager'],
  'keys.delete': ['owner', 'manager'],
  'keys.retire': ['owner', 'manager'],
  'keys.replace': ['owner', 'manager'],
  'stats.read': ['owner', 'manager', 'support', 'viewer'],
  'orders.read': ['owner', 'manager', 'support', 'viewer'],
  /** E-mails of buyers; without it only their first letter and domain are shown. */
  'orders.emails': ['owner', 'manager', 'support'],
  /** Accepting or refusing what waits in `review`. */
  'orders.decide': ['owner', 'manager'],
  'orders.resend': ['owner', 'manager', 'support'],
  'orders.note': ['owner', 'manager', 'support'],
  'refunds.record': ['owner', 'manager'],
  export: ['owner', 'manager'],
  'settings.read': ['owner', 'manager'],
  'audit.read': ['owner', 'manager'],
  'people.manage': ['owner'],
} as const satisfies Readonly<Record<string, readonly Role[]>>
export type Permission = keyof typeof PERMISSIONS

/** A role's permission; nobody without a role has one. */
export function may(role: Role | null, permission: Permission): boolean {
  const roles: readonly Role[] = PERMISSIONS[permission]
  return role !== null && roles.includes(role)
}

/** Everything a role may do, for pages that show and hide by it. */
export function permissionsOf(role: Role | null): readonly Permission[] {
  return (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => may(role, permission))
}
