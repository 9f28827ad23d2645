import { isEditionId, type EditionId } from '#shared/editions.ts'
import type { ExternalState } from '#shared/program-orders.ts'
import { filterParams } from '#web/admin/filter-params.ts'

// Not imported from `shared`: that module would add the whole validator to the bundle.
const STATES: Readonly<Record<ExternalState, true>> = { waiting: true, delivered: true, refunded: true }
export const SALE_STATES = Object.keys(STATES) as readonly ExternalState[]

/** The filters of the list of sales made elsewhere. */
export interface SaleFilters {
  readonly state: ExternalState | 'all'
  /** An edition id, or `all`; the edition may no longer be on sale. */
  readonly edition: EditionId
  readonly q: string
}

/** Parses the filters in the URL; invalid values are ignored. */
export function parseSaleFilters({ state, edition = '', q = '' }: Readonly<Record<string, string>>) {
  return {
    state: SALE_STATES.find((one) => one === state) ?? 'all',
    edition: isEditionId(edition) ? edition : 'all',
    q,
  } satisfies SaleFilters
}

export function hasSaleFilters(filters: SaleFilters): boolean {
  return Object.values(filterParams(filters)).some((value) => value !== '')
}
