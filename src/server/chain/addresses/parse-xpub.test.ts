import { HDKey } from '@scure/bip32'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networksAll, type OutputNetwork } from '#shared/address-form.ts'
import { isOutputWallet, type Wallet } from '#shared/chains.ts'
import { encodeBase58check } from './base58check.ts'
import { deriveAddress } from './derive-address.ts'
import { parseXpub, type Xpub } from './parse-xpub.ts'

// Source: BIP-84, "Test vectors", account 0 of "abandon … about".
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
// Source: BIP-49, "Test vectors", account 0 of the same mnemonic on testnet.
const UPUB =
  'upub5EFU65HtV5TeiSHmZZm7FUffBGy8UKeqp7vw43jYbvZPpoVsgU93oac7Wk3u6moKegAEWtGNF8DehrnHtv21XXEMYRUocHqguyjknFHYfgY'
const LITECOIN_ZPUB =
  'zpub6rPo5mF47z5coVm5rvWv7fv181awb7Vckn5Cf3xQXBVKu18kuBHDhNi1Jrb4br6vVD3ZbrnXemEsWJoR18mZwkUdzwD8TQnHDUCGxqZ6swA'
const MTUB =
  'Mtub2rz9F1pkisRsSZX8sa4Ajon9GhPP6JymLgpuHqbYdU5JKFLBF7Qy8b1tZ3dccj2fefrAxfrPdVkpCxuWn3g72UctH2bvJRkp6iFmp8aLeRZ'
const VERSIONS = {
  xpub: '0488b21e',
  ypub: '049d7cb2',
  zpub: '04b24746',
  Zpub: '02aa7ed3',
  tpub: '043587cf',
  upub: '044a5262',
  vpub: '045f1cf6',
  Ltub: '019da462',
  Mtub: '01b26ef6',
  ttub: '0436f6e1',
} as const
const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(7)).derive("m/84'/0'/0'")

/** The same key encoded with another version. */
function written(as: keyof typeof VERSIONS, key: HDKey = account): string {
  const bytes = new Uint8Array(78)
  const view = new DataView(bytes.buffer)
  bytes.set(Buffer.from(VERSIONS[as], 'hex'))
  bytes[4] = key.depth
  view.setUint32(5, key.parentFingerprint)
  view.setUint32(9, key.index)
  bytes.set(key.chainCode ?? [], 13)
  bytes.set(key.publicKey ?? [], 45)
  return encodeBase58check(bytes)
}

function parsed(text: string, wallet: Wallet, network: OutputNetwork): Xpub {
  const result = parseXpub(text, { wallet, outputNetworks: networksAll(network) })
  if (result.kind !== 'xpub') throw new Error(result.message)
  return result.xpub
}

describe('the addresses of published vectors', () => {
  test.each([
    // Source: BIP-84, "Test vectors".
    ['bitcoin', ZPUB, 'mainnet', 0, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['bitcoin', ZPUB, 'mainnet', 1, 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'],
    // Source: BIP-49, "Test vectors".
    ['bitcoin', UPUB, 'testnet', 0, '2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2'],
    // The accounts m/84'/2'/0' and m/49'/2'/0' of the same mnemonic, as common wallets export and show them.
    ['litecoin', LITECOIN_ZPUB, 'mainnet', 0, 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'],
    ['litecoin', LITECOIN_ZPUB, 'mainnet', 1, 'ltc1qwlezpr3890hcp6vva9twqh27mr6edadreqvhnn'],
    ['litecoin', MTUB, 'mainnet', 0, 'M7wtsL7wSHDBJVMWWhtQfTMSYYkyooAAXM'],
  ] as const)('%s %s on %s at %i is %s', (wallet, text, network, index, address) => {
    expect(deriveAddress(parsed(text, wallet, network), index)).toBe(address)
  })

  test.each([
    // The first addresses of "abandon … about" at these paths, as common wallets show them.
    ['evm', "m/44'/60'/0'", '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'],
    ['tron', "m/44'/195'/0'", 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH'],
    ['litecoin', "m/84'/2'/0'", 'ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh'],
  ] as const)('%s: the first address at %s is %s', (wallet, path, address) => {
    // Source: BIP-39, English test vectors without passphrase: the seed of "abandon … about".
    const seed =
      '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4'
    const key = HDKey.fromMasterSeed(Buffer.from(seed, 'hex')).derive(path)
    const xpub = parsed(key.publicExtendedKey, wallet, 'mainnet')
    expect(deriveAddress(xpub, 0)).toBe(address)
    expect(xpub.isPublishedTestKey).toBe(true)
  })
})

test.each<[Wallet, keyof typeof VERSIONS, OutputNetwork, string]>([
  // wallet, version of the key, the shop's network → kind of address, or error
  ['bitcoin', 'xpub', 'mainnet', 'p2wpkh'],
  ['bitcoin', 'ypub', 'mainnet', 'p2sh-p2wpkh'],
  ['bitcoin', 'zpub', 'mainnet', 'p2wpkh'],
  ['bitcoin', 'Zpub', 'mainnet', 'unsuitable'],
  ['bitcoin', 'tpub', 'mainnet', 'wrong-network'],
  ['bitcoin', 'upub', 'mainnet', 'wrong-network'],
  ['bitcoin', 'vpub', 'mainnet', 'wrong-network'],
  ['bitcoin', 'zpub', 'regtest', 'wrong-network'],
  ['bitcoin', 'ypub', 'testnet', 'wrong-network'],
  ['bitcoin', 'xpub', 'signet', 'wrong-network'],
  ['bitcoin', 'tpub', 'regtest', 'p2wpkh'],
  ['bitcoin', 'upub', 'signet', 'p2sh-p2wpkh'],
  ['bitcoin', 'vpub', 'testnet', 'p2wpkh'],
  ['bitcoin', 'Ltub', 'mainnet', 'unsuitable'],
  ['bitcoin', 'Mtub', 'regtest', 'unsuitable'],
  ['litecoin', 'zpub', 'mainnet', 'p2wpkh'],
  ['litecoin', 'ypub', 'mainnet', 'p2sh-p2wpkh'],
  ['litecoin', 'xpub', 'mainnet', 'p2wpkh'],
  ['litecoin', 'Ltub', 'mainnet', 'p2wpkh'],
  ['litecoin', 'Mtub', 'mainnet', 'p2sh-p2wpkh'],
  ['litecoin', 'Zpub', 'mainnet', 'unsuitable'],
  ['litecoin', 'ttub', 'mainnet', 'wrong-network'],
  ['litecoin', 'Ltub', 'regtest', 'wrong-network'],
  ['litecoin', 'ttub', 'testnet', 'p2wpkh'],
  ['litecoin', 'tpub', 'regtest', 'p2wpkh'],
  ['litecoin', 'upub', 'testnet', 'p2sh-p2wpkh'],
  ['litecoin', 'vpub', 'regtest', 'p2wpkh'],
  ['evm', 'xpub', 'mainnet', 'evm'],
  ['evm', 'xpub', 'regtest', 'evm'],
  ['evm', 'tpub', 'regtest', 'unsuitable'],
  ['evm', 'zpub', 'mainnet', 'unsuitable'],
  ['tron', 'xpub', 'testnet', 'tron'],
  ['tron', 'vpub', 'testnet', 'unsuitable'],
])('%s takes a %s in a shop on %s: %s', (wallet, as, network, outcome) => {
  const text = written(as)
  const result = parseXpub(`  ${text}\n`, { wallet, outputNetworks: networksAll(network) })
  if (result.kind === 'xpub') {
    expect(result.xpub.script).toBe(outcome)
    expect(result.xpub.network).toBe(isOutputWallet(wallet) ? network : null)
    expect(result.xpub.isPublishedTestKey).toBe(false)
  } else {
    expect(result.kind).toBe(outcome)
    expect(result.message).not.toContain(text.slice(0, 12))
  }
})

test('the error for a key of the wrong network names the network of the key', () => {
  const options = { wallet: 'bitcoin' } as const
  expect(parseXpub(written('zpub'), { ...options, outputNetworks: networksAll('regtest') })).toMatchObject({
    keyNetwork: 'mainnet',
  })
  expect(parseXpub(written('vpub'), { ...options, outputNetworks: networksAll('mainnet') })).toMatchObject({
    keyNetwork: 'test',
  })
})

test('a key has the same fingerprint in every encoding', () => {
  const fingerprints = [
    parsed(written('zpub'), 'bitcoin', 'mainnet').fingerprint,
    parsed(written('ypub'), 'bitcoin', 'mainnet').fingerprint,
    parsed(written('vpub'), 'bitcoin', 'regtest').fingerprint,
  ]
  expect(new Set(fingerprints)).toEqual(new Set([account.fingerprint.toString(16).padStart(8, '0')]))
})

test.each([
  ['the root, whose addresses no wallet shows', 'm', 'unsuitable'],
  ["Electrum's own account", "m/0'", 'xpub'],
  ['an account', "m/44'/60'/0'", 'xpub'],
  ['a branch of an account', "m/44'/60'/0'/0", 'unsuitable'],
])('%s (%s): %s', (_what, path, outcome) => {
  const key = HDKey.fromMasterSeed(new Uint8Array(32).fill(9)).derive(path)
  expect(
    parseXpub(key.publicExtendedKey, { wallet: 'evm', outputNetworks: networksAll('mainnet') }).kind,
  ).toBe(outcome)
})

test.each([
  ['an extended private key', account.privateExtendedKey],
  ['seed words', `${'abandon '.repeat(11)}about`],
  ['a raw private key', 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'],
])('%s is rejected as private, and the text is not repeated', (_what, text) => {
  const result = parseXpub(text, { wallet: 'bitcoin', outputNetworks: networksAll('mainnet') })
  expect(result.kind).toBe('private-material')
  expect(JSON.stringify(result)).not.toContain(text.slice(0, 20))
})

test('no text makes it throw, and no error repeats the text', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 12, unit: 'grapheme' }), (text) => {
      const result = parseXpub(text, { wallet: 'bitcoin', outputNetworks: networksAll('mainnet') })
      expect(result.kind).toBe('malformed')
      expect(JSON.stringify(result)).not.toContain(text)
    }),
  )
})

test('the checksum detects one changed character', () => {
  const text = written('zpub')
  fc.assert(
    fc.property(
      fc.integer({ min: 4, max: text.length - 1 }),
      fc.constantFrom('1', 'z', 'K', '9'),
      (at, letter) => {
        fc.pre(text.charAt(at) !== letter)
        const typo = text.slice(0, at) + letter + text.slice(at + 1)
        expect(parseXpub(typo, { wallet: 'bitcoin', outputNetworks: networksAll('mainnet') }).kind).toBe(
          'malformed',
        )
      },
    ),
    { numRuns: 50 },
  )
})

test.each([-1, 0.5, 2 ** 31, Number.NaN])('index %d is rejected', (index) => {
  expect(() => deriveAddress(parsed(written('zpub'), 'bitcoin', 'mainnet'), index)).toThrow(RangeError)
})
