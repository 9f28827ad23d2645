import { bech32, bech32m } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networksAll, type OutputNetwork } from '#shared/address-form.ts'
import { encodeBase58check } from './base58check.ts'
import { isSegwitAddress } from './bitcoin-address.ts'
import { hasValidChecksum } from './has-valid-checksum.ts'

describe('segwit addresses', () => {
  // Source: BIP-350, "Test vectors for v0-v16 native segregated witness addresses", valid.
  test.each([
    ['bc', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
    ['tb', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'],
    ['bc', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y'],
    ['bc', 'BC1SW50QGDZ25J'],
    ['bc', 'bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs'],
    ['tb', 'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy'],
    ['tb', 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c'],
    ['bc', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ])('%s: %s is one', (prefix, address) => expect(isSegwitAddress(address, prefix)).toBe(true))

  // Source: BIP-350, the same test vectors, invalid.
  test.each([
    ['tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut', 'the human-readable part'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'bech32 instead of bech32m'],
    ['tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf', 'bech32 instead of bech32m'],
    ['BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', 'bech32 instead of bech32m'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', 'bech32m instead of bech32'],
    ['tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47', 'bech32m instead of bech32'],
    ['bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', 'a character outside the alphabet'],
    ['BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R', 'witness version 17'],
    ['bc1pw5dgrnzv', 'a program of 1 byte'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav', 'a program of 41 bytes'],
    ['BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P', 'version 0 with 16 bytes'],
    ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', 'mixed case'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', 'more than 4 bits of padding'],
    ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j', 'padding that is not zero'],
    ['bc1gmk9yu', 'nothing to pay to'],
  ])('%s is none: %s', (address) => {
    expect(isSegwitAddress(address, 'bc')).toBe(false)
    expect(isSegwitAddress(address, 'tb')).toBe(false)
  })
})

describe('refund addresses', () => {
  test.each<[string, string, OutputNetwork, boolean]>([
    // network, address, the shop's own network, accepted
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'mainnet', true], // the first block's
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'mainnet', false],
    ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'mainnet', true],
    ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLz', 'mainnet', false],
    ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'mainnet', true], // BIP-84
    ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv', 'mainnet', false],
    ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'mainnet', true], // BIP-350
    ['bitcoin', '2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsm', 'mainnet', false],
    ['bitcoin', '2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsm', 'regtest', true],
    ['bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'testnet', true],
    ['bitcoin', 'bcrt1qj20mfpdzmff0daq4r7te9vchxdspmpsh0hkfjm', 'regtest', true],
    ['bitcoin', 'bcrt1qj20mfpdzmff0daq4r7te9vchxdspmpsh0hkfjm', 'testnet', false],
    ['bitcoin', 'bcrt1qj20mfpdzmff0daq4r7te9vchxdspmpsh0hkfjm', 'mainnet', false],
    ['bitcoin', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'signet', true],
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'mainnet', true],
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'mainnet', false],
    ['erc20', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', 'mainnet', true],
    ['bep20', '0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', 'mainnet', true],
    ['trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'mainnet', true],
    ['trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6x', 'mainnet', false],
    ['trc20', '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c', 'mainnet', false],
    ['bitcoin', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'mainnet', false],
    ['eurc-ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'mainnet', true],
    ['eurc-base', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'mainnet', false],
    ['bitcoin', 'ltc1qhdhvrwe6rgqns8fz28tee0hphr5x7ulw5exv4w', 'mainnet', false],
    ['bitcoin', 'LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeA', 'mainnet', false],
    // Source: key_io_valid.json of Litecoin Core.
    ['litecoin', 'LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeA', 'mainnet', true],
    ['litecoin', 'MHrYRxAiMNBTku3eoDHwhA1LQGDjUStZW2', 'mainnet', true],
    ['litecoin', 'ltc1qhdhvrwe6rgqns8fz28tee0hphr5x7ulw5exv4w', 'mainnet', true],
    ['litecoin', 'ltc1ppu2gv0tujus0f6eggrk7eqmaf0567x6zer4fcuhz4z7ztzq9u9yseqxltc', 'mainnet', true],
    ['litecoin', 'mwXn5Vhicdav8Av3KMokx4YNuHoGRKxtWs', 'mainnet', false],
    ['litecoin', 'mwXn5Vhicdav8Av3KMokx4YNuHoGRKxtWs', 'testnet', true],
    ['litecoin', 'QXaUgLHkZcbJb2j5XgMYzY8cF9YM48Y81Z', 'testnet', true],
    ['litecoin', 'QgDNrG4nJpE4VV7PcFMFhkTgwAHWxWS7pj', 'regtest', true],
    ['litecoin', 'tltc1qpftpsvdn6mjp8celrkj0qxqy4jlapl959rlwg9', 'testnet', true],
    ['litecoin', 'tltc1qpftpsvdn6mjp8celrkj0qxqy4jlapl959rlwg9', 'regtest', false],
    ['litecoin', 'rltc1q3kquwp848h4juq7rl5q3wqsr29pd3d6wprzz8k', 'regtest', true],
    ['litecoin', 'rltc1q3kquwp848h4juq7rl5q3wqsr29pd3d6wprzz8k', 'mainnet', false],
    ['litecoin', 'ltc1qhdhvrwe6rgqns8fz28tee0hphr5x7ulw5exv4w', 'regtest', true],
    ['litecoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'mainnet', false],
    ['litecoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'mainnet', false], // Bitcoin's, and Litecoin's before M…
    // Source: scriptpubkeyman_tests.cpp of Litecoin Core.
    [
      'litecoin',
      'ltcmweb1qq20e2arnhvxw97katjkmsd35agw3capxjkrkh7dk8d30rczm8ypxuq329nwh2twmchhqn3jqh7ua4ps539f6aazh79jy76urqht4qa59ts3at6gf',
      'mainnet',
      false,
    ],
    ['litecoin', 'LT2KVaAy1ppRuxRgrS5RNU3vBsy7RibPeB', 'mainnet', false],
    ['litecoin', 'MHrYRxAiMNBTku3eoDHwhA1LQGDjUStZW3', 'mainnet', false],
  ])('%s: %s on a %s shop → %s', (network, address, shopNetwork, isAccepted) => {
    expect(hasValidChecksum(network as 'bitcoin', address, networksAll(shopNetwork))).toBe(isAccepted)
  })

  test('base58 addresses with other version bytes are rejected although format and checksum are valid', () => {
    // 0x1e Dogecoin, 0x80 a private key's version
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 20, maxLength: 20 }),
        fc.integer({ min: 0, max: 255 }),
        (hash, version) => {
          const address = encodeBase58check(Uint8Array.of(version, ...hash))
          for (const [network, versions] of [
            ['bitcoin', [0x00, 0x05]],
            ['litecoin', [0x30, 0x32]],
          ] as const) {
            expect(hasValidChecksum(network, address, networksAll('mainnet'))).toBe(
              versions.some((one) => one === version) && address.length >= 26,
            )
          }
        },
      ),
    )
  })

  test('segwit programs of valid lengths are accepted, and addresses with a typo are rejected', () => {
    const program = fc
      .constantFrom(20, 32)
      .chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
    fc.assert(
      fc.property(program, fc.nat(), fc.nat(31), (bytes, at, shift) => {
        const isV0 = bytes.length === 20
        const words = [isV0 ? 0 : 1, ...bech32.toWords(bytes)]
        const address = isV0 ? bech32.encode('bc', words) : bech32m.encode('bc', words)
        expect(hasValidChecksum('bitcoin', address, networksAll('mainnet'))).toBe(true)
        const place = 3 + (at % (address.length - 3))
        const letter = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'.charAt(shift)
        const typo = address.slice(0, place) + letter + address.slice(place + 1)
        expect(hasValidChecksum('bitcoin', typo, networksAll('mainnet'))).toBe(typo === address)
      }),
    )
  })

  test('it throws for no text', () => {
    fc.assert(
      fc.property(fc.constantFrom('bitcoin', 'ethereum', 'trc20'), fc.string(), (network, text) => {
        expect(hasValidChecksum(network as 'bitcoin', text, networksAll('regtest'))).toBe(false)
      }),
    )
  })
})
