import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { FIELD_NAMES } from './fields.ts'
import { readSettings, type Environment } from './read-settings.ts'
import type { Settings } from './settings.ts'
import { networksAll } from '#shared/address-form.ts'

// BIP-84, "Test vectors": m/84'/0'/0' of "abandon … about"
const ABANDON_LITECOIN_ZPUB =
  'zpub6rPo5mF47z5coVm5rvWv7fv181awb7Vckn5Cf3xQXBVKu18kuBHDhNi1Jrb4br6vVD3ZbrnXemEsWJoR18mZwkUdzwD8TQnHDUCGxqZ6swA'
const ABANDON_ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
const ZPRV =
  'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE'
// BIP-32, test vector 2, chain m/0
const XPUB =
  'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH'

// BIP-32, test vector 1, chain m/0'
const OTHER_XPUB =
  'xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw'

const PRODUCTION = {
  KEYHOLD_PROFILE: 'production',
  DATABASE_URL: 'postgres://shop:hush@db.example/shop?sslmode=verify-full',
  KEYHOLD_PUBLIC_URL: 'https://shop.example',
  KEYHOLD_SMTP_URL: 'smtps://shop:hush@mail.example',
  KEYHOLD_MAIL_FROM: 'Shop <keys@shop.example>',
  KEYHOLD_TRON_RPC: 'https://tron.example/one,https://tron.example/two',
  KEYHOLD_TRON_XPUB: XPUB,
} satisfies Environment

function settingsOf(environment: Environment): Settings {
  const outcome = readSettings(environment)
  if (outcome.kind === 'faults') throw new Error(outcome.faults.join('\n'))
  return outcome.settings
}

function faultsOf(environment: Environment): readonly string[] {
  const outcome = readSettings(environment)
  return outcome.kind === 'faults' ? outcome.faults : []
}

test('without settings the demo runs on this machine: embedded database, simulated chains, fixed rates', () => {
  const settings = settingsOf({ PATH: '/usr/bin', HOME: '/root' })
  expect(settings).toMatchObject({
    profile: 'demo',
    host: '127.0.0.1',
    port: 8080,
    databaseUrl: 'embedded',
    publicUrl: null,
    limitFactor: 20,
    quorumCents: 150_000,
    outputNetworks: networksAll('regtest'),
    counters: 'moving',
    allowsSelfGrant: true,
    rates: { BTC: 60000n * 10n ** 8n, ETH: 3000n * 10n ** 8n, USDT: 10n ** 8n },
    paymentWindowS: 900,
  })
  expect(settings.rails.every((rail) => settings.chains[rail.chain].isSimulated)).toBe(true)
  expect(Object.values(settings.wallets).every((xpub) => xpub !== null)).toBe(true)
  expect(Object.isFrozen(settings)).toBe(true)
})

test('an empty or blank variable counts as unset', () => {
  expect(settingsOf({ PORT: '', KEYHOLD_BITCOIN_RPC: '  ' })).toMatchObject({ port: 8080 })
})

test('production with one complete rail starts; the others are not configured', () => {
  const settings = settingsOf(PRODUCTION)
  expect(settings).toMatchObject({
    profile: 'production',
    publicUrl: 'https://shop.example',
    counters: 'true',
    allowsSelfGrant: false,
    limitFactor: 1,
    rates: 'live',
    outputNetworks: networksAll('mainnet'),
    wallets: { bitcoin: null, evm: null },
    chains: {
      tron: {
        isSimulated: false,
        chainId: 728126428,
        tokens: [{ asset: 'USDT', contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
      },
      ethereum: { isSimulated: false, rpcUrls: [] },
    },
  })
  expect(settings.chains.tron.rpcUrls).toHaveLength(2)
  expect(settings.wallets.tron?.fingerprint).toBe('5a61ff8e')
})

test('production without settings reports every missing setting at once', () => {
  const faults = faultsOf({ KEYHOLD_PROFILE: 'production' })
  expect(faults.map((fault) => /^\S+/.exec(fault)?.[0])).toEqual([
    'DATABASE_URL',
    'KEYHOLD_PUBLIC_URL',
    'KEYHOLD_SMTP_URL',
    'KEYHOLD_MAIL_FROM',
    'no',
  ])
})

describe('production rejects', () => {
  test.each<[string, Environment, string]>([
    ['moving counters', { KEYHOLD_COUNTERS: 'moving' }, 'KEYHOLD_COUNTERS'],
    ['self-granted admins', { KEYHOLD_SELF_GRANT: 'true' }, 'KEYHOLD_SELF_GRANT'],
    ['a chat without https', { KEYHOLD_CHAT_SRC: 'http://127.0.0.1:9/chat.js' }, 'KEYHOLD_CHAT_SRC'],
    ['a known captcha', { KEYHOLD_CAPTCHA_CODE: 'ABC123' }, 'KEYHOLD_CAPTCHA_CODE'],
    ['no limits', { KEYHOLD_LIMITS: 'off' }, 'KEYHOLD_LIMITS'],
    ['unconfirmed money', { KEYHOLD_CONFIRMATIONS: 'BTC=1,ETH=0' }, 'KEYHOLD_CONFIRMATIONS: ETH=0'],
    ['an xpub without a node', { KEYHOLD_EVM_XPUB: OTHER_XPUB }, 'KEYHOLD_EVM_XPUB is set without a node'],
    [
      'one key for two wallets',
      { KEYHOLD_EVM_XPUB: XPUB, KEYHOLD_BSC_RPC: 'https://bsc.example' },
      'KEYHOLD_TRON_XPUB is the same key as KEYHOLD_EVM_XPUB',
    ],
    [
      'a node without an xpub',
      { KEYHOLD_BSC_RPC: 'https://bsc.example' },
      'KEYHOLD_BSC_RPC: set KEYHOLD_EVM_XPUB',
    ],
    ['fixed rates', { KEYHOLD_RATES: 'fixed:BTC=1,ETH=1,USDT=1' }, 'KEYHOLD_RATES'],
    ['a Bitcoin test network', { KEYHOLD_BITCOIN_NETWORK: 'signet' }, 'KEYHOLD_BITCOIN_NETWORK'],
    ['another test network', { KEYHOLD_TRON_CHAIN_ID: '3448148188' }, 'KEYHOLD_TRON_CHAIN_ID'],
    [
      'a published test xpub',
      { KEYHOLD_BITCOIN_XPUB: ABANDON_ZPUB, KEYHOLD_BITCOIN_RPC: 'http://127.0.0.1:8332' },
      'KEYHOLD_BITCOIN_XPUB: everyone knows',
    ],
    [
      'the same of Litecoin',
      {
        KEYHOLD_EXTRA_RAILS: 'litecoin',
        KEYHOLD_LITECOIN_XPUB: ABANDON_LITECOIN_ZPUB,
        KEYHOLD_LITECOIN_RPC: 'http://127.0.0.1:9332',
      },
      'KEYHOLD_LITECOIN_XPUB: everyone knows',
    ],
    ['another token', { KEYHOLD_USDT_TRC20: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' }, 'KEYHOLD_USDT_TRC20'],
  ])('%s', (_what, change, fault) => {
    const faults = faultsOf({ ...PRODUCTION, ...change })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(fault)
  })

  test('a missing database, but not the embedded one if it is set explicitly', () => {
    expect(faultsOf({ ...PRODUCTION, DATABASE_URL: '' })).toHaveLength(1)
    expect(settingsOf({ ...PRODUCTION, DATABASE_URL: 'embedded' }).databaseUrl).toBe('embedded')
  })
})

test('a rehearsal may use test networks, fixed rates and published test xpubs', () => {
  const settings = settingsOf({
    ...PRODUCTION,
    KEYHOLD_ALLOW_TEST: 'true',
    KEYHOLD_RATES: 'fixed:BTC=60000,ETH=3000,USDT=0.9998',
    KEYHOLD_TRON_CHAIN_ID: '3448148188',
    KEYHOLD_USDT_TRC20: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
  })
  expect(settings.chains.tron).toMatchObject({
    chainId: 3448148188,
    tokens: [{ asset: 'USDT', contract: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' }],
  })
  expect(settings.rates).toMatchObject({ USDT: 99_980_000n })
})

describe('the demo rejects', () => {
  test.each<[string, Environment, string]>([
    ['to be reached from elsewhere', { HOST: '0.0.0.0' }, 'HOST'],
    ['a public address', { KEYHOLD_PUBLIC_URL: 'https://shop.example' }, 'KEYHOLD_PUBLIC_URL'],
    ['Bitcoin mainnet', { KEYHOLD_BITCOIN_NETWORK: 'mainnet' }, 'KEYHOLD_BITCOIN_NETWORK'],
    ['a Bitcoin mainnet key', { KEYHOLD_BITCOIN_XPUB: ABANDON_ZPUB }, 'KEYHOLD_BITCOIN_XPUB'],
    [
      'Ethereum mainnet',
      { KEYHOLD_ETHEREUM_RPC: 'http://127.0.0.1:1', KEYHOLD_ETHEREUM_CHAIN_ID: '1' },
      'KEYHOLD_ETHEREUM_CHAIN_ID',
    ],
    [
      'BSC mainnet',
      { KEYHOLD_BSC_RPC: 'http://127.0.0.1:1', KEYHOLD_BSC_CHAIN_ID: '56' },
      'KEYHOLD_BSC_CHAIN_ID',
    ],
    [
      'Tron mainnet',
      { KEYHOLD_TRON_RPC: 'http://127.0.0.1:1', KEYHOLD_TRON_CHAIN_ID: '728126428' },
      'KEYHOLD_TRON_CHAIN_ID',
    ],
    ['a node of an unnamed network', { KEYHOLD_ETHEREUM_RPC: 'http://127.0.0.1:1' }, 'KEYHOLD_ETHEREUM_RPC'],
  ])('%s', (_what, change, fault) => {
    const faults = faultsOf(change)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(fault)
  })

  test('none of these settings if KEYHOLD_DEMO_PUBLIC is true', () => {
    const settings = settingsOf({
      KEYHOLD_DEMO_PUBLIC: 'true',
      HOST: '0.0.0.0',
      KEYHOLD_PUBLIC_URL: 'https://demo.example/',
    })
    expect(settings).toMatchObject({ host: '0.0.0.0', publicUrl: 'https://demo.example' })
  })
})

test('in the demo a chain with a node uses it, the others stay simulated', () => {
  const { chains } = settingsOf({
    KEYHOLD_ETHEREUM_RPC: 'http://127.0.0.1:8545',
    KEYHOLD_ETHEREUM_CHAIN_ID: '31337',
    KEYHOLD_USDT_ERC20: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  })
  expect(chains.ethereum).toMatchObject({ isSimulated: false, chainId: 31337 })
  expect(chains.bsc.isSimulated).toBe(true)
})

describe('a value of the wrong format is a fault that names the setting and the expected format', () => {
  test.each([
    ['PORT', '80a'],
    ['PORT', '65536'],
    ['HOST', 'http://127.0.0.1'],
    ['DATABASE_URL', 'mysql://shop:hush@db/shop'],
    ['KEYHOLD_PROFILE', 'staging'],
    ['KEYHOLD_ALLOW_TEST', 'yes'],
    ['KEYHOLD_TRUST_PROXY', '10.0.0.0/33'],
    ['KEYHOLD_TRUST_PROXY', 'proxy.example'],
    ['KEYHOLD_LIMITS', '-1'],
    ['KEYHOLD_LIMITS', 'none'],
    ['KEYHOLD_QUORUM_USD', '1,500'],
    ['KEYHOLD_PUBLIC_URL', 'http://127.0.0.1/shop'],
    ['KEYHOLD_LOG', 'loud'],
    ['KEYHOLD_BITCOIN_RPC', 'localhost:8332'],
    ['KEYHOLD_BITCOIN_RPC', 'http://127.0.0.1:1,http://127.0.0.1:1'],
    ['KEYHOLD_BITCOIN_NETWORK', 'testnet4'],
    ['KEYHOLD_LITECOIN_NETWORK', 'signet'],
    ['KEYHOLD_BITCOIN_XPUB', 'vpub-of-nothing'],
    ['KEYHOLD_ETHEREUM_CHAIN_ID', '0x1'],
    ['KEYHOLD_USDT_ERC20', '0x9858EfFD232B4033E47d90003D41EC34EcaEdA94'],
    ['KEYHOLD_RATES', 'fixed:BTC=60001,ETH=3000'],
    ['KEYHOLD_RATES', 'fixed:BTC=60000,ETH=3000,USDT=0'],
    ['KEYHOLD_RATES', 'fixed:BTC=1,BTC=2,ETH=3000,USDT=1'],
    ['KEYHOLD_CONFIRMATIONS', 'BTC=1.5'],
    ['KEYHOLD_CONFIRMATIONS', 'DOGE=1'],
    ['KEYHOLD_PAYMENT_WINDOW_S', '15 min'],
    ['KEYHOLD_SMTP_URL', 'mail.example:25'],
    ['KEYHOLD_MAIL_FROM', 'Shop'],
    ['KEYHOLD_MAIL_FROM', 'Shop\r\nBcc: <all@shop.example>'],
    ['KEYHOLD_SUPPORT_EMAIL', 'support'],
    ['KEYHOLD_CHAT_SRC', 'http://chat.example/a.js'],
    ['KEYHOLD_CHAT_SRC', 'https://*.example/a.js'],
    ['KEYHOLD_CHAT_SRC', 'https://a;sandbox.example/a.js'],
    ['KEYHOLD_CHAT_SRC', 'https://user:word@chat.example/a.js'],
    ['KEYHOLD_COUNTERS', 'false'],
    ['KEYHOLD_CAPTCHA_CODE', 'ABC12'],
    ['KEYHOLD_LAUNCH_AT', '2026-10-18'],
  ])('%s=%s', (name, value) => {
    const faults = faultsOf({ [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(name)
    expect(faults[0]).not.toContain(value)
  })

  test('a setting that does not exist', () => {
    expect(faultsOf({ KEYHOLD_BITCION_XPUB: 'x' })).toEqual([
      'KEYHOLD_BITCION_XPUB is not a setting; .env.example lists them all',
    ])
  })
})

describe('private material in any setting prevents the start and is never repeated in an error', () => {
  const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
  const hex = '1e99423a4ed27608a15a2616a2b0e9e52ced330ac530edcc32c8ffc6a526aedd'
  const wif = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ' // Bitcoin wiki, "Wallet import format"
  test.each([
    ['an extended private key', ZPRV],
    ['a descriptor with one', `wpkh(${ZPRV}/0/*)`],
    ['seed words', words],
    ['seed words with commas', words.replaceAll(' ', ',')],
    ['a raw key', hex],
    ['a raw key with 0x', `0x${hex}`],
    ['a key in wallet import form', wif],
  ])('%s', (_what, secret) => {
    for (const name of FIELD_NAMES) {
      const faults = faultsOf({ ...PRODUCTION, [name]: secret })
      expect(faults).toHaveLength(1)
      expect(faults[0]).toContain(`${name} holds private key material`)
      expect(faults[0]).not.toContain(secret.slice(0, 12))
    }
  })
})

test('.env.example lists every setting once and nothing else', async () => {
  const text = await readFile(new URL('../../../.env.example', import.meta.url), 'utf8')
  const listed = [...text.matchAll(/^([A-Z_0-9]+)=/gm)].map((match) => match[1])
  expect(listed.sort()).toEqual([...FIELD_NAMES].sort())
  const assignments = Object.fromEntries(
    [...text.matchAll(/^([A-Z_0-9]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
  expect(readSettings(assignments)).toEqual(readSettings({}))
})
