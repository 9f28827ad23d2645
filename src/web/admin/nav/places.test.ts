import { expect, test } from 'vitest'
import { permissionsOf, type Role } from '#shared/permissions.ts'
import { allowedTabs } from '#web/admin/tab-list.ts'
import { placesOf } from './places.ts'

function placesFor(role: Role) {
  const permissions = permissionsOf(role)
  return placesOf(allowedTabs((permission) => permissions.includes(permission)))
}

test('an owner has nine places, and the shop is one of them', () => {
  const places = placesFor('owner')
  expect(places.map(({ id }) => id)).toEqual([
    'overview',
    'orders',
    'exceptions',
    'refunds',
    'keys',
    'bulletins',
    'statistics',
    'audit',
    'shop',
  ])
  expect(places[1]?.tabs).toEqual(['orders', 'elsewhere'])
  expect(places.at(-1)?.tabs).toEqual(['settings', 'game', 'discounts', 'people', 'integrations', 'security'])
})

test('a place with a single page is that page', () => {
  expect(placesFor('viewer').at(-1)).toEqual({ id: 'security', tabs: ['security'] })
})
