import { expect, test } from 'vitest'
import { atoms } from '#shared/money.ts'
import { isSamePayment } from './is-same-payment.ts'

const outputs = (...amounts: readonly bigint[]) => amounts.map((amount, index) => ({ index, atoms: amount }))

test.each([
  // what was          index amount outputs, known to the node  is
  ['the output', 1, 5n, 1, outputs(9n, 5n), true],
  ['another amount', 1, 6n, 1, outputs(9n, 5n), false],
  ['another place', 0, 5n, 1, outputs(9n, 5n), false],
  ['no output', 0, 5n, 1, [], false],
  ['a sum from an index on', 2, 7n, 2, outputs(9n, 5n, 3n, 4n), true],
  ['a sum, with an empty output', 2, 7n, 2, outputs(9n, 5n, 3n, 0n, 4n), true],
  ['a sum that one output more would give', 2, 7n, 3, outputs(9n, 5n, 3n, 4n), false],
  ['a sum that is too high', 2, 8n, 2, outputs(9n, 5n, 3n, 4n), false],
] as const)('%s', (_what, index, amount, count, known, isSame) => {
  expect(isSamePayment({ index, atoms: atoms(amount), outputs: count }, known)).toBe(isSame)
})
