import { expect, test } from 'vitest'
import { hashOf, placeOf } from './place.ts'

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
])('%s is a place of the back office', (hash, place) => {
  expect(placeOf(hash)).toEqual(place)
})

test('a place and its address say the same, empty filters left out', () => {
  const place = { tab: 'keys', rest: ['list'], filters: { q: 'visitor+1@x.example', page: '' } }
  expect(hashOf(place)).toBe('#/keys/list?q=visitor%2B1%40x.example')
  expect(placeOf(hashOf(place)).filters).toEqual({ q: 'visitor+1@x.example' })
})
