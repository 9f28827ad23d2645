import type { KeyRow } from '#shared/admin-api.ts'

/** Only available keys that are not held for an order can be deleted, so only these can be selected. */
export function isDeletable({ status, is_held }: KeyRow): boolean {
  return status === 'available' && !is_held
}
