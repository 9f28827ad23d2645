import { expect, test } from 'vitest'
import { keyFilterParams, parseKeyFilters } from './key-filters.ts'

test.each([
  [{}, { edition: 'all', status: 'all', q: '', sort: 'newest', page: 1 }],
  [
    { edition: 'standard', status: 'used', q: 'a@b', sort: 'edition_desc', page: '7' },
    { edition: 'standard', status: 'used', q: 'a@b', sort: 'edition_desc', page: 7 },
  ],
  [
    { edition: 'No Edition', status: 'lost', sort: 'toString', page: '-1' },
    { edition: 'all', status: 'all', q: '', sort: 'newest', page: 1 },
  ],
  // an edition that is no longer on sale still has keys
  [{ edition: 'gold' }, { edition: 'gold', status: 'all', q: '', sort: 'newest', page: 1 }],
  [{ page: '1e9' }, { edition: 'all', status: 'all', q: '', sort: 'newest', page: 1 }],
])('URL parameters %o are parsed as filters %o', (said, filters) => {
  expect(parseKeyFilters(said)).toEqual(filters)
})

test('default filters are not in the URL', () => {
  expect(keyFilterParams({ edition: 'all', status: 'used', q: '', sort: 'newest', page: 1 })).toEqual({
    edition: '',
    status: 'used',
    q: '',
    sort: '',
    page: '',
  })
})
