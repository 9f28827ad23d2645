import { pbkdf2Sync } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { expect, test } from 'vitest'
import { PUBLISHED_TEST_FINGERPRINTS } from './published-test-xpubs.ts'

const MNEMONICS = [
  // Source: BIP-39, English test vectors.
  `${'abandon '.repeat(11)}about`,
  `${'abandon '.repeat(23)}art`,
  // Source: anvil and Hardhat, their default accounts.
  `${'test '.repeat(11)}junk`,
  // Source: BIP-39, English test vectors.
  `${'zoo '.repeat(11)}wrong`,
  'legal winner thank year wave sausage worth useful legal winner thank yellow',
  'letter advice cage absurd amount doctor acoustic avoid letter advice cage above',
  // Source: Truffle, `truffle develop`.
  'candy maple cake sugar pudding cream honey rich smooth crumble sweet treat',
  // Source: Ganache's documentation, its deterministic accounts.
  'myth like bonus scare over problem client lizard pioneer submit female collect',
]
const ACCOUNTS = [44, 49, 84, 86]
  .flatMap((purpose) => [0, 1, 2].map((coin) => `m/${String(purpose)}'/${String(coin)}'`))
  .concat("m/44'/60'", "m/44'/195'")

test('the table contains accounts 0 to 4 of every published mnemonic at every common path, and nothing else', () => {
  const derived = MNEMONICS.flatMap((words) => {
    const root = HDKey.fromMasterSeed(pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512')) // BIP-39, "From mnemonic to seed"
    return ACCOUNTS.flatMap((path) => {
      const coin = root.derive(path)
      return [0, 1, 2, 3, 4].map((account) => coin.derive(`m/${String(account)}'`).fingerprint)
    })
  })
  expect([...PUBLISHED_TEST_FINGERPRINTS]).toEqual(
    derived.map((number) => number.toString(16).padStart(8, '0')),
  )
})
