export const DISCOUNTS_PATH = '/functions/discount-codes'
/** Under which the list is kept. */
export const DISCOUNTS_KEY = 'discount-codes'

/** The filters of the list, as they are in the URL; empty where nothing is filtered. */
export interface CodeFilters {
  readonly q: string
  readonly batch: string
  readonly page: string
}

export function filtersOf({ q = '', batch = '', page = '' }: Readonly<Record<string, string>>): CodeFilters {
  return { q, batch, page }
}
