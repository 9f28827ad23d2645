import { expect, test } from 'vitest'
import { may, PERMISSIONS, permissionsOf, ROLES, type Permission } from './permissions.ts'

const every = Object.keys(PERMISSIONS) as Permission[]

test('an owner may do everything, a manager everything but manage people, nobody without a role anything', () => {
  expect(permissionsOf('owner')).toEqual(every)
  expect(every.filter((one) => !may('manager', one))).toEqual(['people.manage'])
  expect(permissionsOf(null)).toEqual([])
})

test('support changes nothing of keys and sees them masked; a viewer only reads, and no whole e-mail', () => {
  expect(permissionsOf('support')).toEqual([
    'keys.read',
    'keys.reveal',
    'stats.read',
    'orders.read',
    'orders.emails',
    'orders.resend',
    'orders.note',
  ])
  expect(permissionsOf('viewer')).toEqual(['keys.read', 'stats.read', 'orders.read'])
})

test('who may do less may do nothing that who may do more may not', () => {
  for (const [index, role] of ROLES.entries()) {
    for (const lower of ROLES.slice(index + 1)) {
      expect(permissionsOf(role)).toEqual(expect.arrayContaining([...permissionsOf(lower)]))
    }
  }
})
