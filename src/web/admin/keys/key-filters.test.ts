import { expect, test } from 'vitest'
import { filterParams } from '#web/admin/filter-params.ts'
import { parseKeyFilters } from './key-filters.ts'

const NO_EDGE = { after: '', before: '' }

test.each([
  [{}, { edition: 'all', status: 'all', q: '', sort: 'newest', page: 1, ...NO_EDGE }],
  [
    { edition: 'standard', status: 'used', q: 'a@b', sort: 'edition_desc', page: '7', after: 'gold.1.a' },
    {
      edition: 'standard',
      status: 'used',
      q: 'a@b',
      sort: 'edition_desc',
      page: 7,
      after: 'gold.1.a',
      before: '',
    },
  ],
  [
    { edition: 'No Edition', status: 'lost', sort: 'toString', page: '-1' },
    { edition: 'all', status: 'all', q: '', sort: 'newest', page: 1, ...NO_EDGE },
  ],
  // an edition that is no longer on sale still has keys
  [{ edition: 'gold' }, { edition: 'gold', status: 'all', q: '', sort: 'newest', page: 1, ...NO_EDGE }],
  [{ page: '1e9' }, { edition: 'all', status: 'all', q: '', sort: 'newest', page: 1, ...NO_EDGE }],
])('URL parameters %o are parsed as filters %o', (said, filters) => {
  expect(parseKeyFilters(said)).toEqual(filters)
})

test('default filters are not in the URL', () => {
  const filters = { edition: 'all', status: 'used', q: '', sort: 'newest', page: 1, ...NO_EDGE } as const
  expect(filterParams(filters)).toEqual({
    edition: '',
    status: 'used',
    q: '',
    sort: '',
    page: '',
    ...NO_EDGE,
  })
})
