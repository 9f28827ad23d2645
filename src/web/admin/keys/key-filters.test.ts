import { expect, test } from 'vitest'
import { keyFilterParams, parseKeyFilters } from './key-filters.ts'

test.each([
  [{}, { edition: 'all', status: 'all', q: '', page: 1 }],
  [
    { edition: 'standard', status: 'used', q: 'a@b', page: '7' },
    { edition: 'standard', status: 'used', q: 'a@b', page: 7 },
  ],
  [
    { edition: 'gold', status: 'lost', page: '-1' },
    { edition: 'all', status: 'all', q: '', page: 1 },
  ],
  [{ page: '1e9' }, { edition: 'all', status: 'all', q: '', page: 1 }],
])('an address saying %o filters by %o', (said, filters) => {
  expect(parseKeyFilters(said)).toEqual(filters)
})

test('what is as at first does not stand in the address', () => {
  expect(keyFilterParams({ edition: 'all', status: 'used', q: '', page: 1 })).toEqual({
    edition: '',
    status: 'used',
    q: '',
    page: '',
  })
})
