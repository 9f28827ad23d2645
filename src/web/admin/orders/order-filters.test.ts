import { expect, test } from 'vitest'
import { filterParams } from '#web/admin/filter-params.ts'
import { hasOrderFilters, parseOrderFilters, listedFilters } from './order-filters.ts'

test('valid URL parameters filter the list, invalid ones are ignored', () => {
  const filters = parseOrderFilters({
    status: 'review',
    flag: 'lost',
    network: 'trc20',
    q: '0xab',
    from: '21.11.2026',
    to: '2026-11-21',
    sort: 'oldest',
  })
  expect(filters).toEqual({
    status: 'review',
    flag: 'all',
    edition: 'all',
    network: 'trc20',
    q: '0xab',
    from: '',
    to: '2026-11-21',
    sort: 'oldest',
  })
  expect(filterParams(filters)).toEqual({
    status: 'review',
    flag: '',
    edition: '',
    network: 'trc20',
    q: '0xab',
    from: '',
    to: '2026-11-21',
    sort: 'oldest',
  })
  expect(listedFilters(filters)).toEqual({
    status: 'review',
    flag: 'all',
    edition: 'all',
    network: 'trc20',
    q: '0xab',
    to: '2026-11-21',
    sort: 'oldest',
  })
  expect([hasOrderFilters(filters), hasOrderFilters(parseOrderFilters({}))]).toEqual([true, false])
})
