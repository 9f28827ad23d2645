import type { KeyRow } from '#shared/admin-api.ts'

/** Only keys that nobody has or is promised can be deleted, so only they are selected. */
export function isDeletable({ status, is_held }: KeyRow): boolean {
  return status === 'available' && !is_held
}
