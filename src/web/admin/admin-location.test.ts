import { expect, test } from 'vitest'
import { locationHash, parseLocation } from './admin-location.ts'

test.each([
  ['', { tab: '', rest: [], filters: {} }],
  ['#/', { tab: '', rest: [], filters: {} }],
  ['#/keys', { tab: 'keys', rest: [], filters: {} }],
  [
    '#/keys/list?edition=standard&page=2',
    { tab: 'keys', rest: ['list'], filters: { edition: 'standard', page: '2' } },
  ],
  ['#/keys/list?q=a%26b%20c', { tab: 'keys', rest: ['list'], filters: { q: 'a&b c' } }],
  ['#/orders/%E0%A4%A', { tab: 'orders', rest: ['%E0%A4%A'], filters: {} }],
])('%s is parsed as a location of the back office', (hash, place) => {
  expect(parseLocation(hash)).toEqual(place)
})

test('a location and its hash are equivalent, without empty filters', () => {
  const place = { tab: 'keys', rest: ['list'], filters: { q: 'visitor+1@x.example', page: '' } }
  expect(locationHash(place)).toBe('#/keys/list?q=visitor%2B1%40x.example')
  expect(parseLocation(locationHash(place)).filters).toEqual({ q: 'visitor+1@x.example' })
})
