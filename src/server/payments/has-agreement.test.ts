import { expect, test } from 'vitest'
import { countAgreeing, hasAgreement, isDenied } from './has-agreement.ts'

// what each node says about a transfer
test.each<[stored: unknown, agreeing: number, isDenied: boolean, hasAgreement: boolean]>([
  [null, 0, false, false],
  [[], 0, false, false],
  ['agrees', 0, false, false],
  [[null, 'agrees', {}, { says: null }], 0, false, false],
  [[{ says: 'agrees' }], 1, false, false],
  [[{ says: 'agrees' }, { says: 'silent' }], 1, false, false],
  [[{ says: 'agrees' }, { says: 'agrees' }], 2, false, true],
  [[{ says: 'agrees' }, { says: 'agrees' }, { says: 'silent' }], 2, false, true],
  [[{ says: 'agrees' }, { says: 'agrees' }, { says: 'disagrees' }], 2, true, false],
  [[{ says: 'disagrees' }], 0, true, false],
])('of the answers %j, %i agree; denied: %s; agreed: %s', (stored, agreeing, denied, agreed) => {
  expect([countAgreeing(stored), isDenied(stored), hasAgreement(stored)]).toEqual([agreeing, denied, agreed])
})
