import { expect, test } from 'vitest'
import { may, PERMISSIONS, permissionsOf, ROLES, type Permission } from './permissions.ts'

const every = Object.keys(PERMISSIONS) as Permission[]

test('an owner has all permissions, a manager all but those over the game, tokens, people and the first day, a user without a role none', () => {
  expect(permissionsOf('owner')).toEqual(every)
  expect(every.filter((one) => !may('manager', one))).toEqual([
    'game.change',
    'first-day.close',
    'tokens.manage',
    'people.manage',
  ])
  expect(permissionsOf(null)).toEqual([])
})

test('support cannot change keys and sees them masked; a viewer only reads, with masked e-mails', () => {
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

test('each role has all permissions of the lower roles', () => {
  for (const [index, role] of ROLES.entries()) {
    for (const lower of ROLES.slice(index + 1)) {
      expect(permissionsOf(role)).toEqual(expect.arrayContaining([...permissionsOf(lower)]))
    }
  }
})
