import { expect, test } from 'vitest'
import { hasEip55Checksum, toChecksumAddress } from './eip55.ts'

// Source: EIP-55, "Test Cases": all caps, all lower, normal.
const VECTORS = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

test.each(VECTORS)('%s is written as EIP-55 writes it', (address) => {
  expect(toChecksumAddress(address.toLowerCase())).toBe(address)
  expect(toChecksumAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address)
  expect(hasEip55Checksum(address)).toBe(true)
})

test.each(VECTORS.slice(4))('%s with one letter in the other case is rejected', (address) => {
  const at = [...address].findIndex((letter, index) => index > 1 && /[a-f]/i.test(letter))
  const letter = address.charAt(at)
  const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  expect(hasEip55Checksum(address.slice(0, at) + swapped + address.slice(at + 1))).toBe(false)
})

test('an address in one case carries no checksum and is accepted', () => {
  const address = VECTORS[4] ?? ''
  expect(hasEip55Checksum(address.toLowerCase())).toBe(true)
  expect(hasEip55Checksum(`0x${address.slice(2).toUpperCase()}`)).toBe(true)
})

test.each(['', '0x', '0x123', `0X${'a'.repeat(40)}`, `0x${'g'.repeat(40)}`, `0x${'a'.repeat(41)}`])(
  '"%s" is not an EVM address',
  (text) => {
    expect(hasEip55Checksum(text)).toBe(false)
    expect(() => toChecksumAddress(text)).toThrow(RangeError)
  },
)
