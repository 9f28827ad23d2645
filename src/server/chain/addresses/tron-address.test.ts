import { expect, test } from 'vitest'
import { hasTronChecksum, tronAddress, tronToHex } from './tron-address.ts'

test.each([
  // Source: a mainnet log quoted in tronprotocol/java-tron#4987 contains both forms.
  ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'],
  // Source: the "zero" address that explorers show, 41 and twenty zero bytes.
  ['T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', '0x0000000000000000000000000000000000000000'],
])('%s is %s on the wire', (address, hex20) => {
  expect(tronAddress(hex20)).toBe(address)
  expect(tronAddress(`0x${hex20.slice(2).toUpperCase()}`)).toBe(address)
  expect(tronToHex(address)).toBe(hex20)
  expect(hasTronChecksum(address)).toBe(true)
})

test('one wrong character is detected although the format is still valid', () => {
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  for (let at = 1; at < address.length; at += 1) {
    const typo = address.slice(0, at) + (address.charAt(at) === 'x' ? 'y' : 'x') + address.slice(at + 1)
    expect(hasTronChecksum(typo)).toBe(false)
    expect(() => tronToHex(typo)).toThrow(RangeError)
  }
})

test('a valid Bitcoin address is not a Tron address', () => {
  expect(hasTronChecksum('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe(false)
})

test.each([
  '',
  '0x12',
  'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
  '0x41a614f803b6fd780986a42c78ec9c7f77e6ded13c',
])('"%s" is not the 20 bytes the wire carries', (hex) => expect(() => tronAddress(hex)).toThrow(RangeError))
