import { expect, test } from 'vitest'
import { isNarrowed, orderFiltersOf, queryOf, saidFilters } from './order-filters.ts'

test('an address filters by what it says, and nothing by what it says wrongly', () => {
  const filters = orderFiltersOf({ status: 'review', flag: 'lost', network: 'trc20', q: '0xab' })
  expect(filters).toEqual({ status: 'review', flag: 'all', edition: 'all', network: 'trc20', q: '0xab' })
  expect(saidFilters(filters)).toEqual({
    status: 'review',
    flag: '',
    edition: '',
    network: 'trc20',
    q: '0xab',
  })
  expect(queryOf(filters, '5.a')).toBe('status=review&flag=all&edition=all&network=trc20&q=0xab&before=5.a')
  expect([isNarrowed(filters), isNarrowed(orderFiltersOf({}))]).toEqual([true, false])
})
