import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { unspentOutputAnswer } from './bitcoind-answers.ts'
import { satoshis } from './decoded-transaction.ts'

const MOST = 2_100_000_000_000_000
const RANDOM = 20_000

/** As bitcoind writes an amount: eight decimals. */
function inBitcoin(satoshi: number): number {
  const digits = String(satoshi).padStart(9, '0')
  return Number(`${digits.slice(0, -8)}.${digits.slice(-8)}`)
}

function outputOf(value: number) {
  return { bestblock: 'a'.repeat(64), value, confirmations: 1, scriptPubKey: { type: 'witness_v0_keyhash' } }
}

test('every amount up to all bitcoin is read to the satoshi', () => {
  const near = (satoshi: number) => Array.from({ length: 1000 }, (_, below) => satoshi - below)
  const random = Array.from({ length: RANDOM }, () => randomInt(2 ** 40) * 1900 + randomInt(1900))
  const isWrong = (satoshi: number) => {
    const value = inBitcoin(satoshi)
    return satoshis(value) !== BigInt(satoshi) || !unspentOutputAnswer.safeParse(outputOf(value)).success
  }
  expect([...near(1000), ...near(MOST / 2), ...near(MOST), ...random].filter(isWrong)).toEqual([])
})

test.each([1e-9, 0.123456789, 0.1 + 0.2, 20_999_999.999999996, 21_000_000.00000001, -1, Number.NaN])(
  '%s is no amount',
  (value) => expect(unspentOutputAnswer.safeParse(outputOf(value)).success).toBe(false),
)
