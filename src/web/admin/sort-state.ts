import type { SortState } from './data-table.tsx'

/**
 * The state of a column that the server can sort by: the first press of its button sorts in the first way, the next one
 * in the other.
 *
 * @param ways the values of `sort` for both directions, the one of the first press first.
 */
export function sortState<Sort extends string>(
  current: Sort,
  ways: readonly [first: Sort, second: Sort],
  firstDirection: 'ascending' | 'descending',
  onSort: (sort: Sort) => void,
): SortState {
  const [first, second] = ways
  const otherDirection = firstDirection === 'ascending' ? 'descending' : 'ascending'
  const direction = current === first ? firstDirection : current === second ? otherDirection : null
  return {
    direction,
    onSort: () => {
      onSort(current === first ? second : first)
    },
  }
}
