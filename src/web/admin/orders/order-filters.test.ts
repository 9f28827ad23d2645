import { expect, test } from 'vitest'
import { hasOrderFilters, parseOrderFilters, orderListQuery, orderFilterParams } from './order-filters.ts'

test('valid URL parameters filter the list, invalid ones are ignored', () => {
  const filters = parseOrderFilters({ status: 'review', flag: 'lost', network: 'trc20', q: '0xab' })
  expect(filters).toEqual({ status: 'review', flag: 'all', edition: 'all', network: 'trc20', q: '0xab' })
  expect(orderFilterParams(filters)).toEqual({
    status: 'review',
    flag: '',
    edition: '',
    network: 'trc20',
    q: '0xab',
  })
  expect(orderListQuery(filters, '5.a')).toBe(
    'status=review&flag=all&edition=all&network=trc20&q=0xab&before=5.a',
  )
  expect([hasOrderFilters(filters), hasOrderFilters(parseOrderFilters({}))]).toEqual([true, false])
})
