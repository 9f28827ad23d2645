import type { SortState } from './data-table.tsx'

/** How a list is sorted, and how that is changed. */
export interface Sorting<Sort extends string> {
  readonly sort: Sort
  readonly onSort: (sort: Sort) => void
}

/**
 * The state of a column that the server can sort by: the first press of its button sorts in the first way, the next one
 * in the other. Nothing for a list that has an order of its own.
 *
 * @param ways the values of `sort` for both directions, the one of the first press first.
 */
export function sortedBy<Sort extends string>(
  sorting: Sorting<Sort> | undefined,
  ways: readonly [first: Sort, second: Sort],
  firstDirection: 'ascending' | 'descending',
): { readonly sort?: SortState } {
  if (sorting === undefined) return {}
  const [first, second] = ways
  const otherDirection = firstDirection === 'ascending' ? 'descending' : 'ascending'
  const direction = sorting.sort === first ? firstDirection : sorting.sort === second ? otherDirection : null
  return { sort: { direction, onSort: () => sorting.onSort(sorting.sort === first ? second : first) } }
}
