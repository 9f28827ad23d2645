import type { KeyStatus } from '#shared/admin-api.ts'
import { KEY_SORTS, type KeySort } from '#shared/list-sorts.ts'
import { isEditionId, type EditionId } from '#shared/editions.ts'

// Not imported from `shared`: that module would add the whole validator to the bundle.
export const SHOWN_STATUSES = [
  'available',
  'used',
  'elsewhere',
  'retired',
] as const satisfies readonly KeyStatus[]

/** The filters of the key list. */
export interface KeyFilters {
  /** An edition id, or `all`; the edition may no longer be on sale. */
  readonly edition: EditionId
  readonly status: KeyStatus | 'all'
  readonly q: string
  /** A search has an order of its own. */
  readonly sort: KeySort
  readonly page: number
  /** Where the page begins or ends, if it was reached from a neighbour; empty if by its number. */
  readonly after: string
  readonly before: string
}

/** Parses the filters in the URL; invalid values are ignored. */
export function parseKeyFilters(filters: Readonly<Record<string, string>>): KeyFilters {
  const { edition = '', status, q = '', sort, page = '', after = '', before = '' } = filters
  return {
    edition: isEditionId(edition) ? edition : 'all',
    status: SHOWN_STATUSES.find((one) => one === status) ?? 'all',
    q,
    sort: KEY_SORTS.find((one) => one === sort) ?? 'newest',
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    after,
    before,
  }
}

export function hasKeyFilters({ edition, status, q }: KeyFilters): boolean {
  return edition !== 'all' || status !== 'all' || q !== ''
}
