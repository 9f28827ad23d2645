import { randomBytes } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { describe, expect, test } from 'vitest'
import { encodeBase58check } from './base58check.ts'
import { DEMO_XPUBS } from './demo-xpubs.ts'
import { containsPrivateMaterial } from './private-material.ts'

// Source: BIP-32, test vector 1, m. Every private text here is published, or made on the spot.
const XPRV =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi'
const SEED = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'
const HEX_KEY = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80' // anvil's first account

describe('private material is found', () => {
  test.each([
    ['an xprv', XPRV],
    ['an xprv whose end is missing', XPRV.slice(0, 60)],
    ['an xprv within a descriptor', `wpkh([d34db33f/84h/0h/0h]${XPRV}/0/*)#abcdefgh`],
    ['an xprv within a URL', `https://node.example/?key=${XPRV}`],
    // Source: the example of Bitcoin's developer guide, uncompressed.
    ['a private key in wallet import form', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
    // Source: the same, compressed.
    ['a compressed one', 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617'],
    ['one among other words', 'key: KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617;'],
    // Source: BIP-38, test vectors, "No compression, no EC multiply".
    ['one encrypted by BIP-38', '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg'],
    ['a raw key', HEX_KEY],
    ['a raw key with 0x', `0x${HEX_KEY}`],
    ['a raw key in capitals, with blanks', `  ${HEX_KEY.toUpperCase()}\n`],
    ['a raw key with 0x within a URL', `https://node.example/0x${HEX_KEY}`],
    ['a raw seed of 64 bytes', 'ab'.repeat(64)],
    ['seed words', SEED],
    ['seed words in capitals', SEED.toUpperCase()],
    [
      'seed words, one a line, numbered',
      SEED.split(' ')
        .map((word, at) => `${String(at + 1)}. ${word}`)
        .join('\n'),
    ],
    ['seed words with commas', SEED.replaceAll(' ', ', ')],
    ['seed words with hyphens', SEED.replaceAll(' ', '-')],
    ['24 seed words', `${SEED} ${SEED}`],
    // Source: BIP-39, Japanese test vectors, the first; ideographic blanks.
    ['seed words in Japanese', 'あいこくしん　'.repeat(11) + 'あおぞら'],
    ['seed words in Chinese', '的 '.repeat(11) + '在'],
  ])('%s', (_what, text) => {
    expect(containsPrivateMaterial(text)).toBe(true)
  })

  test.each(['xprv', 'yprv', 'zprv', 'tprv', 'uprv', 'vprv', 'Yprv', 'Zprv', 'Uprv', 'Vprv'])(
    '%s…',
    (prefix) => {
      expect(containsPrivateMaterial(`${prefix}${XPRV.slice(4)}`)).toBe(true)
    },
  )

  test('keys of the test networks in wallet import form', () => {
    for (let round = 0; round < 200; round += 1) {
      const key = randomBytes(32)
      expect(containsPrivateMaterial(encodeBase58check(Uint8Array.of(0xef, ...key)))).toBe(true)
      expect(containsPrivateMaterial(encodeBase58check(Uint8Array.of(0xef, ...key, 0x01)))).toBe(true)
    }
  })
})

describe('what belongs into settings passes', () => {
  test.each([
    ['nothing', ''],
    ['an EVM address', '0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['a Tron address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['a Bitcoin address', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
    ["a node's cookie password", `http://__cookie__:${HEX_KEY}@127.0.0.1:8332`],
    ["a database's password", `postgres://keyhold:${HEX_KEY}@db.example:5432/keyhold?sslmode=require`],
    ["a node's key in a path", 'https://eth-mainnet.example/v2/AbCdEfGhIjKlMnOpQrStUvWxYz012345'],
    ['an API key', '0f8fad5b-d9cb-469f-a165-70867728950e'],
    ['a sender', 'The Keepers of Ashen Dominion <keys@ashen-dominion.example>'],
    ['rates', 'fixed:BTC=60000,ETH=3000,USDT=1'],
    ['confirmations', 'BTC=1,ETH=2,ERC20=2,BEP20=2,TRC20=2'],
    ['demo keys', Object.values(DEMO_XPUBS).join(' ')],
    // made by BIP-32 from sha256('k5905')
    [
      'an xpub with zprv among its letters',
      'xpub661MyMwAqRbcGmjdQtD8pm27ExZJnNfnaqZjCG6eNA9qFzprvTrb18eebe3bAtFS94EKiu9pLb9qNGEAqvss1KaC6S3r9Cy2SdDYcNw5kPk',
    ],
  ])('%s', (_what, text) => {
    expect(containsPrivateMaterial(text)).toBe(false)
  })

  test('no extended public key is ever taken for a private one', () => {
    for (let round = 0; round < 300; round += 1) {
      const xpub = HDKey.fromMasterSeed(randomBytes(32)).publicExtendedKey
      expect(containsPrivateMaterial(xpub)).toBe(false)
    }
  })
})
