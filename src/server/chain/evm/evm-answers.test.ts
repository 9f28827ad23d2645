import { describe, expect, test } from 'vitest'
import { evmBlockAnswer, numberAnswer, quantityAnswer, evmTransactionAnswer } from './evm-answers.ts'

describe('answers of EVM nodes', () => {
  test.each(['', '0x', '12', 12, null, undefined, `0x${'1'.repeat(65)}`, '0xg1', '-0x1', '0x-1'])(
    '%j is not a quantity',
    (value) => expect(quantityAnswer.safeParse(value).success).toBe(false),
  )

  test('quantities are exact, and numbers are safe integers', () => {
    expect(quantityAnswer.parse(`0x${'f'.repeat(64)}`)).toBe(2n ** 256n - 1n)
    expect(numberAnswer.parse('0x10')).toBe(16)
    expect(numberAnswer.safeParse('0x20000000000000').success).toBe(false)
  })

  test('a time that no block can have is rejected', () => {
    const hash = `0x${'1'.repeat(64)}`
    const block = { number: '0x1', hash, parentHash: hash, timestamp: '0x6a000000' }
    expect(evmBlockAnswer.parse(block).at.getFullYear()).toBe(2026)
    expect(evmBlockAnswer.safeParse({ ...block, timestamp: '0x200000000' }).success).toBe(false)
  })

  test('an address of 21 bytes, as Tron writes them elsewhere, and a missing recipient are rejected', () => {
    const from = '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'
    const transaction = { hash: `0x${'1'.repeat(64)}`, from, to: null, value: '0x1' }
    expect(evmTransactionAnswer.parse(transaction).to).toBeNull()
    expect(evmTransactionAnswer.safeParse({ ...transaction, from: `0x41${from.slice(2)}` }).success).toBe(
      false,
    )
    expect(evmTransactionAnswer.safeParse({ ...transaction, to: undefined }).success).toBe(false)
  })
})
