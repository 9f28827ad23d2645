import { expect, test } from 'vitest'
import { requireOwnAccount } from './postgres-account.ts'

test('nobody, whom other services share, does not own a database of real money', () => {
  expect(() => {
    requireOwnAccount({ name: 'nobody', uid: 65534, gid: 65534 })
  }).toThrow('useradd --system keyhold')
  requireOwnAccount({ name: 'keyhold', uid: 999, gid: 999 })
  requireOwnAccount(null)
})
