import { networksAll } from '#shared/address-form.ts'
import { expect, test } from 'vitest'
import { addressPath } from './account-path.ts'
import { descriptorOf, withChecksum } from './descriptor.ts'
import { parseXpub, type Xpub } from './parse-xpub.ts'

// Source: BIP-84 "Test vectors", the account of "abandon … about"
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
/** The same key, with the prefix that descriptors take. */
const XPUB =
  'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V'

function xpubOf(text: string, wallet: Xpub['wallet'] = 'bitcoin'): Xpub {
  const parsed = parseXpub(text, { wallet, outputNetworks: networksAll('mainnet') })
  if (parsed.kind !== 'xpub') throw new Error(parsed.message)
  return parsed.xpub
}

test('the checksum of a descriptor is that of BIP-380', () => {
  // Source: BIP-380, "Test Vectors"
  expect(withChecksum('raw(deadbeef)')).toBe('raw(deadbeef)#89f8spxm')
  expect(() => withChecksum('raw(Ü)')).toThrow(RangeError)
})

test('an account is described with the prefix of its network, and from the master key where that is known', () => {
  const xpub = xpubOf(ZPUB)
  expect(descriptorOf(xpub, '*')).toMatch(new RegExp(`^wpkh\\(${XPUB}/0/\\*\\)#[a-z0-9]{8}$`))
  expect(descriptorOf(xpub, 7, '73c5da0a')).toMatch(
    new RegExp(`^wpkh\\(\\[73c5da0a/84'/0'/0'\\]${XPUB}/0/7\\)#[a-z0-9]{8}$`),
  )
  expect(descriptorOf(xpubOf(XPUB, 'evm'), 7)).toBeNull()
})

test.each([
  ['bitcoin', "m/84'/0'/0'/0/5"],
  ['evm', "m/44'/60'/0'/0/5"],
  ['tron', "m/44'/195'/0'/0/5"],
] as const)('an address of %s has the path of its standard', (wallet, path) => {
  expect(addressPath(xpubOf(XPUB, wallet), 5)).toBe(path)
})

test('the path of an address begins at the account where the account follows no standard', () => {
  expect(addressPath({ path: null }, 5)).toBe('0/5')
})
