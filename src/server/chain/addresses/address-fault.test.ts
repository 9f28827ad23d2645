import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressFault, type AddressFault } from '#shared/address-fault.ts'
import { networksAll, type OutputNetwork } from '#shared/address-form.ts'
import { keccak256 } from '#shared/keccak256.ts'
import type { NetworkId } from '#shared/rails.ts'
import { encodeBase58check } from './base58check.ts'
import { toChecksumAddress } from './eip55.ts'
import { hasValidChecksum } from './has-valid-checksum.ts'

// Beside the server's own check, whose libraries are imported in this folder only: both must agree.

test('Keccak-256 agrees with @noble/hashes at every length around a block', () => {
  for (let length = 0; length < 280; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length) % 256)
    expect(keccak256(bytes)).toEqual(keccak_256(bytes))
  }
})

const MWEB =
  'ltcmweb1qq20e2arnhvxw97katjkmsd35agw3capxjkrkh7dk8d30rczm8ypxuq329nwh2twmchhqn3jqh7ua4ps539f6aazh79jy76urqht4qa59ts3at6gf'

test.each<[NetworkId, string, OutputNetwork, AddressFault | null]>([
  // network, address, the shop's own network, fault
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'mainnet', null],
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'mainnet', 'checksum'],
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf0a', 'mainnet', 'checksum'], // 0 is not in the alphabet
  ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'mainnet', null],
  ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLz', 'mainnet', 'checksum'],
  ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'mainnet', null],
  ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv', 'mainnet', 'checksum'],
  ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyb', 'mainnet', 'checksum'], // b is not in the alphabet
  ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fy', 'mainnet', 'form'], // two short
  ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'mainnet', null],
  ['bitcoin', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'mainnet', 'form'],
  ['bitcoin', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k8', 'signet', 'checksum'],
  ['bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'testnet', null],
  ['bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfm', 'testnet', 'checksum'],
  ['bitcoin', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'mainnet', 'form'],
  ['bitcoin', '', 'mainnet', 'form'],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'mainnet', null],
  ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'mainnet', 'checksum'],
  ['erc20', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'mainnet', null],
  ['bep20', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', 'mainnet', null],
  ['bep20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'mainnet', 'form'],
  ['trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'mainnet', null],
  ['trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6x', 'mainnet', 'checksum'],
  ['trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60', 'mainnet', 'checksum'],
  ['trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', 'mainnet', 'form'],
  ['eurc-base', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'mainnet', null],
  ['eurc-ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'mainnet', 'checksum'],
  // Source: key_io_valid.json of Litecoin Core
  ['litecoin', 'LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeA', 'mainnet', null],
  ['litecoin', 'LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeB', 'mainnet', 'checksum'],
  ['litecoin', 'MHrYRxAiMNBTku3eoDHwhA1LQGDjUStZW2', 'mainnet', null],
  ['litecoin', 'ltc1qhdhvrwe6rgqns8fz28tee0hphr5x7ulw5exv4w', 'mainnet', null],
  ['litecoin', 'ltc1qhdhvrwe6rgqns8fz28tee0hphr5x7ulw5exv4x', 'mainnet', 'checksum'],
  ['litecoin', 'QXaUgLHkZcbJb2j5XgMYzY8cF9YM48Y81Z', 'testnet', null],
  ['litecoin', 'QXaUgLHkZcbJb2j5XgMYzY8cF9YM48Y81Y', 'testnet', 'checksum'],
  ['litecoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'mainnet', 'form'],
  ['bitcoin', 'ltc1qhdhvrwe6rgqns8fz28tee0hphr5x7ulw5exv4w', 'mainnet', 'form'],
  // Source: scriptpubkeyman_tests.cpp of Litecoin Core
  ['litecoin', MWEB, 'mainnet', 'hidden'],
  ['litecoin', MWEB.slice(0, 60), 'mainnet', 'hidden'],
  ['litecoin', MWEB.toUpperCase(), 'mainnet', 'hidden'],
  ['litecoin', MWEB.replace('ltcmweb', 'tmweb'), 'regtest', 'hidden'],
  ['bitcoin', MWEB, 'mainnet', 'form'],
])('%s: %s on a %s shop has the fault %s', (network, address, shopNetwork, fault) => {
  expect(addressFault(network, address, networksAll(shopNetwork))).toBe(fault)
})

describe('page and server agree', () => {
  const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 })

  test('about base58 addresses, also with a wrong letter', () => {
    fc.assert(
      fc.property(
        bytes,
        fc.constantFrom(0x00, 0x05, 0x30, 0x32, 0x41),
        fc.nat(60),
        fc.nat(57),
        (hash, version, at, to) => {
          const network = version === 0x41 ? 'trc20' : version < 0x30 ? 'bitcoin' : 'litecoin'
          const address = encodeBase58check(Uint8Array.of(version, ...hash))
          fc.pre(address.length >= 26)
          expect(addressFault(network, address)).toBeNull()
          const place = 1 + (at % (address.length - 1))
          const letter = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.charAt(to)
          const typo = address.slice(0, place) + letter + address.slice(place + 1)
          expect(addressFault(network, typo)).toBe(typo === address ? null : 'checksum')
          expect(hasValidChecksum(network, typo, networksAll('mainnet'))).toBe(typo === address)
        },
      ),
    )
  })

  test('about the case of hexadecimal addresses', () => {
    fc.assert(
      fc.property(bytes, fc.nat(39), (hash, at) => {
        const address = toChecksumAddress(`0x${Buffer.from(hash).toString('hex')}`)
        expect(addressFault('ethereum', address)).toBeNull()
        const digit = address.charAt(at + 2)
        const turned = digit === digit.toLowerCase() ? digit.toUpperCase() : digit.toLowerCase()
        const typo = address.slice(0, at + 2) + turned + address.slice(at + 3)
        expect(addressFault('ethereum', typo) === null).toBe(
          hasValidChecksum('ethereum', typo, networksAll('mainnet')),
        )
      }),
    )
  })
})
