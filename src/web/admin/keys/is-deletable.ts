import type { KeyRow } from '#shared/admin-api.ts'

/** Only available keys that are not held for an order can be deleted. */
export function isDeletable({ status, is_held }: KeyRow): boolean {
  return status === 'available' && !is_held
}

/** Whether several of them can be changed at once: keys that nobody has, free or retired. */
export function isSelectable({ status, is_held }: KeyRow): boolean {
  return (status === 'available' || status === 'retired') && !is_held
}
