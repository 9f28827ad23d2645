import { describe, expect, test } from 'vitest'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { addressOfWord, addressWord, quantity, TRANSFER_TOPIC } from './wire-format.ts'

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

  test('a number is written without leading zeros', () => expect(quantity(255)).toBe('0xff'))
})
