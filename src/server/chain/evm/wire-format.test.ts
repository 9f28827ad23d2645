import { describe, expect, test } from 'vitest'
import { keccak_256 } from '@noble/hashes/sha3.js'
import {
  addressOfWord,
  addressWord,
  quantity,
  TRANSFER_TOPIC,
  wireAddress,
  wireBigint,
  wireNumber,
} from './wire-format.ts'

describe('the wire format', () => {
  test('the topic of a token transfer is the hash of its signature', () => {
    const hash = keccak_256(new TextEncoder().encode('Transfer(address,address,uint256)'))
    expect(TRANSFER_TOPIC).toBe(`0x${Buffer.from(hash).toString('hex')}`)
  })

  test('an address is encoded as a word and decoded; a word with further bytes set is not an address', () => {
    const hex = '0xdac17f958d2ee523a2206206994597c13d831ec7'
    expect(addressOfWord(addressWord(hex))).toBe(hex)
    expect(addressOfWord(`0x${'f'.repeat(64)}`)).toBeNull()
  })

  test.each(['', '0x', '12', 12, null, undefined, `0x${'1'.repeat(65)}`, '0xg1'])(
    '%j is not a quantity',
    (value) => {
      expect(() => wireBigint(value, 'value')).toThrow('value: expected a quantity')
    },
  )

  test('quantities are exact, and numbers are safe integers', () => {
    expect(wireBigint(`0x${'f'.repeat(64)}`, 'value')).toBe(2n ** 256n - 1n)
    expect(wireNumber('0x10', 'height')).toBe(16)
    expect(() => wireNumber('0x20000000000000', 'height')).toThrow('a safe integer')
    expect(quantity(255)).toBe('0xff')
  })

  test('an address of 21 bytes, as Tron writes them elsewhere, is rejected', () => {
    expect(() => wireAddress('0x41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'sender')).toThrow(
      'sender: expected 20 bytes',
    )
  })
})
