import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networksAll, hasBech32Checksum, isAddressForm, type OutputNetwork } from './address-form.ts'
import type { NetworkId } from './rails.ts'

const HEX40 = '52908400098527886E0F7030069857D2E4169EE7'

describe('the format of an address', () => {
  test.each<[NetworkId, string, OutputNetwork, boolean]>([
    // network, address, the shop's own network, fits
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'mainnet', true],
    ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'mainnet', true],
    ['bitcoin', `1${'a'.repeat(25)}`, 'mainnet', true], // shortest; its checksum is the server's to find wrong
    ['bitcoin', `1${'a'.repeat(34)}`, 'mainnet', true], // longest
    ['bitcoin', `1${'a'.repeat(24)}`, 'mainnet', false],
    ['bitcoin', `1${'a'.repeat(35)}`, 'mainnet', false],
    ['bitcoin', `1${'a'.repeat(30)}0`, 'mainnet', false], // no 0, O, I, l in base58
    ['bitcoin', `3${'a'.repeat(30)}O`, 'mainnet', false],
    ['bitcoin', `3${'a'.repeat(30)}I`, 'mainnet', false],
    ['bitcoin', `3${'a'.repeat(30)}l`, 'mainnet', false],
    ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'mainnet', true], // BIP-84
    ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'mainnet', true], // BIP-350
    ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyv', 'mainnet', false], // one letter off
    ['bitcoin', 'BC1QCR8TE4KR609GCAWUTMRZA0J4XV80JY8Z306FYU', 'mainnet', false], // only lower case is accepted
    ['bitcoin', 'bc1sw50qgdz25j', 'mainnet', false], // whole by BIP-350, too short for the form
    ['bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'mainnet', false],
    ['bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'testnet', true],
    ['bitcoin', 'n2eMqTT929pb1RDNuqEnxdaLau1rxy3efi', 'signet', true],
    ['bitcoin', '2N3oefVeg6stiTb5Kh3ozCSkaqmx91FDbsm', 'regtest', true],
    ['bitcoin', 'bcrt1qj20mfpdzmff0daq4r7te9vchxdspmpsh0hkfjm', 'regtest', true],
    ['bitcoin', 'bcrt1qj20mfpdzmff0daq4r7te9vchxdspmpsh0hkfjn', 'regtest', false],
    ['bitcoin', 'bcrt1qj20mfpdzmff0daq4r7te9vchxdspmpsh0hkfjm', 'testnet', false],
    ['bitcoin', 'bcrt1qj20mfpdzmff0daq4r7te9vchxdspmpsh0hkfjm', 'mainnet', false],
    ['bitcoin', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'signet', true],
    ['bitcoin', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'regtest', false],
    ['bitcoin', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'regtest', true], // mainnet's count everywhere
    ['ethereum', `0x${HEX40}`, 'mainnet', true],
    ['erc20', `0x${HEX40.toLowerCase()}`, 'mainnet', true],
    ['bep20', `0x${HEX40}`, 'mainnet', true],
    ['ethereum', HEX40, 'mainnet', false],
    ['ethereum', `0X${HEX40}`, 'mainnet', false],
    ['ethereum', `0x${HEX40}0`, 'mainnet', false],
    ['ethereum', `0x${HEX40.slice(1)}`, 'mainnet', false],
    ['ethereum', `0x${HEX40.slice(1)}g`, 'mainnet', false],
    ['trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'mainnet', true],
    ['trc20', 'tR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'mainnet', false],
    ['trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6', 'mainnet', false],
    ['trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6tt', 'mainnet', false],
    ['trc20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj60', 'mainnet', false],
    ['trc20', `0x${HEX40}`, 'mainnet', false],
    ['bep20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'mainnet', false],
    ['eurc-ethereum', `0x${HEX40}`, 'mainnet', true],
    ['eurc-base', HEX40, 'mainnet', false],
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
  ])('%s: %s in a %s shop → %s', (network, address, shopNetwork, fits) => {
    expect(isAddressForm(network, address, networksAll(shopNetwork))).toBe(fits)
  })

  test('blanks and line ends around an address are not accepted', () => {
    for (const address of [
      `0x${HEX40}`,
      'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    ]) {
      for (const text of [` ${address}`, `${address} `, `${address}\n`]) {
        for (const network of ['bitcoin', 'ethereum', 'trc20'] as const)
          expect(isAddressForm(network, text)).toBe(false)
      }
    }
  })

  test('any 40 hexadecimal digits are accepted on every EVM network', () => {
    const digits = fc.string({
      unit: fc.constantFrom(...'0123456789abcdefABCDEF'),
      minLength: 40,
      maxLength: 40,
    })
    fc.assert(
      fc.property(digits, fc.constantFrom<NetworkId>('ethereum', 'erc20', 'bep20'), (hex, network) => {
        expect(isAddressForm(network, `0x${hex}`)).toBe(true)
      }),
    )
  })
})

describe('the checksum of segwit addresses', () => {
  // Source: BIP-350, "Test vectors for v0-v16 native segregated witness addresses", in lower case.
  test.each([
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', true],
    ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', true],
    ['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', true],
    ['bc1sw50qgdz25j', true],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', true],
    ['tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy', true],
    ['tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c', true],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', true],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', false], // bech32 instead of bech32m
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', false], // bech32m instead of bech32
    ['bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', false], // o is not in the alphabet
    ['bc1gmk9yu', false],
    ['', false],
    ['1', false],
    ['bc1', false],
  ])('%s → %s', (address, isWhole) => expect(hasBech32Checksum(address)).toBe(isWhole))

  test('every single wrong letter is detected', () => {
    const address = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
    for (let at = 3; at < address.length; at += 1) {
      for (const letter of 'qpzry9x8gf2tvdw0s3jn54khce6mua7l') {
        const typo = address.slice(0, at) + letter + address.slice(at + 1)
        expect(hasBech32Checksum(typo)).toBe(typo === address)
      }
    }
  })

  test('a text that only begins like an address has another prefix, and is not accepted', () => {
    // 33 zero words behind the prefix "bc1x", valid by BIP-173.
    const whole = 'bc1x1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqpp3snm'
    expect(hasBech32Checksum(whole)).toBe(true)
    expect(isAddressForm('bitcoin', whole)).toBe(false)
  })
})
