import { describe, expect, test } from 'vitest'
import { hasValidChecksum } from '#server/chain/addresses/has-valid-checksum.ts'
import { contractOf, isNative, SOLD_ASSETS } from '#shared/assets.ts'
import { CHAIN_TABLE, CHAINS, EVM_CHAINS } from '#shared/chains.ts'
import { EXTRA_NETWORKS, RAILS, USUAL_NETWORKS } from '#shared/rails.ts'
import { chainIdField, rpcField, xpubField } from './field-names.ts'
import { readSettings, type Environment } from './read-settings.ts'
import type { Settings } from './settings.ts'
import { readSiblings } from './read-siblings.ts'
import { networksAll } from '#shared/address-form.ts'

const EVERY_RAIL = { KEYHOLD_EXTRA_RAILS: EXTRA_NETWORKS.join(',') } satisfies Environment
// the test words of BIP-39
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs'
// BIP-32, test vector 2, chain m/0
const XPUB =
  'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH'

function faultsOf(environment: Environment): readonly string[] {
  const outcome = readSettings({ ...EVERY_RAIL, ...environment })
  return outcome.kind === 'faults' ? outcome.faults : []
}

function settingsOf(environment: Environment): Settings {
  const outcome = readSettings({ ...EVERY_RAIL, ...environment })
  if (outcome.kind === 'faults') throw new Error(outcome.faults.join('\n'))
  return outcome.settings
}

const production = {
  KEYHOLD_PROFILE: 'production',
  DATABASE_URL: 'postgres://shop:hush@db.example/shop?sslmode=verify-full',
  KEYHOLD_PUBLIC_URL: 'https://shop.example',
  KEYHOLD_SMTP_URL: 'smtps://shop:hush@mail.example',
  KEYHOLD_MAIL_FROM: 'Shop <keys@shop.example>',
} satisfies Environment

describe.each(EVM_CHAINS)('%s', (chain) => {
  const [rpc, chainId, xpub] = [rpcField(chain), chainIdField(chain), xpubField(CHAIN_TABLE[chain].wallet)]
  const mainnet = String(CHAIN_TABLE[chain].mainnetChainId)
  const served = { ...production, [rpc]: 'https://node.example', [xpub]: XPUB }

  test('production accepts its main network', () => {
    expect(faultsOf({ ...served, [chainId]: mainnet })).toEqual([])
    expect(settingsOf(served).chains[chain]).toMatchObject({ isSimulated: false, chainId: Number(mainnet) })
  })

  test.each(Object.keys(CHAIN_TABLE[chain].explorers).filter((id) => id !== mainnet))(
    'production rejects its test network %s and every private network',
    (id) => {
      for (const other of [id, '31337']) {
        const faults = faultsOf({ ...served, [chainId]: other })
        expect(faults.filter((fault) => fault.startsWith(`${chainId}: a test network`))).toHaveLength(1)
      }
    },
  )

  test('the demo rejects its main network', () => {
    const node = { [rpc]: 'http://127.0.0.1:1' }
    expect(faultsOf({ ...node, [chainId]: mainnet })).toEqual([
      `${chainId}: the demo never touches real money, use a test network`,
    ])
    expect(faultsOf(node)).toEqual([`${rpc}: say which test network it is with ${chainId}`])
  })

  test('a node without its xpub is rejected, and a chain that shares addresses but is not read is reported', () => {
    expect(faultsOf({ ...production, [rpc]: 'https://node.example' })).toContainEqual(
      expect.stringContaining(`${rpc}: set ${xpub} too`),
    )
    const settings = settingsOf(served)
    for (const other of CHAINS) {
      const isSibling = other !== chain && CHAIN_TABLE[other].wallet === CHAIN_TABLE[chain].wallet
      expect(readSiblings(settings, other)).toEqual(isSibling ? [chain] : [])
    }
  })
})

describe.each(RAILS)('$network', (rail) => {
  const { chain, asset, contractSetting, network } = rail

  test('a token has a known contract on the main network, written with its checksum', () => {
    const contract = contractOf(chain, asset)
    expect(contract === null).toBe(isNative(chain, asset))
    expect(contractSetting === null).toBe(contract === null)
    if (contract === null) return
    expect(hasValidChecksum(network, contract.address, networksAll('mainnet'))).toBe(true)
  })

  test('production accepts only the known contract on the main network', () => {
    if (contractSetting === null) return
    const address = contractOf(chain, asset)?.address
    expect(faultsOf({ ...production, [contractSetting]: address })).toContainEqual(
      `${contractSetting}: on the main network the contract is known, remove it`,
    )
  })

  test('the demo simulates the rail until a node is configured', () => {
    const { chains, rails } = settingsOf({})
    expect(rails).toContainEqual(rail)
    expect(chains[chain].isSimulated).toBe(true)
    expect(isNative(chain, asset) || chains[chain].tokens.some((one) => one.asset === asset)).toBe(true)
  })
})

test('by default only the standard rails are offered', () => {
  const outcome = readSettings({})
  if (outcome.kind === 'faults') throw new Error(outcome.faults.join('\n'))
  const { rails, chains } = outcome.settings
  expect(rails.map((rail) => rail.network)).toEqual(['bitcoin', 'ethereum', 'erc20', 'trc20', 'bep20'])
  for (const chain of CHAINS) {
    expect(chains[chain].isSimulated).toBe(rails.some((rail) => rail.chain === chain))
    const offered = SOLD_ASSETS.filter((asset) => rails.some((rail) => rail.asset === asset))
    for (const { asset } of chains[chain].tokens) expect(offered).toContain(asset)
  }
})

describe('KEYHOLD_RAILS', () => {
  const chosen = (KEYHOLD_RAILS: string, others: Environment = {}) =>
    readSettings({ ...production, KEYHOLD_RAILS, ...others })
  const railsOf = (outcome: ReturnType<typeof readSettings>) =>
    outcome.kind === 'faults' ? outcome.faults : outcome.settings.rails.map(({ network }) => network)
  const onBase = { KEYHOLD_BASE_RPC: 'https://node.example', KEYHOLD_EVM_XPUB: XPUB }

  test('a shop sells for the rails it names alone, in their order, and needs no other node', () => {
    expect(railsOf(chosen('usdc-base', onBase))).toEqual(['usdc-base'])
    const both = {
      ...onBase,
      KEYHOLD_BITCOIN_RPC: 'https://node.example',
      KEYHOLD_BITCOIN_XPUB: ZPUB,
      KEYHOLD_ALLOW_TEST: 'true',
    }
    expect(railsOf(chosen('usdc-base,bitcoin', both))).toEqual(['usdc-base', 'bitcoin'])
  })

  test('extra rails are added behind them, each once', () => {
    const others = { ...onBase, KEYHOLD_POLYGON_RPC: 'https://node.example' }
    const extra = { ...others, KEYHOLD_EXTRA_RAILS: 'usdc-polygon,usdc-base' }
    expect(railsOf(chosen('usdc-base', extra))).toEqual(['usdc-base', 'usdc-polygon'])
  })

  test('a node of a chain without a rail is a fault, of Bitcoin too', () => {
    const faults = railsOf(chosen('usdc-base', { ...onBase, KEYHOLD_BITCOIN_RPC: 'https://node.example' }))
    expect(faults).toContain(
      'KEYHOLD_BITCOIN_RPC: nothing is offered on bitcoin; name bitcoin in KEYHOLD_RAILS or KEYHOLD_EXTRA_RAILS, or remove it',
    )
  })

  test.each(['', 'usdc-base,usdc-base', 'dogecoin'])('%j is a fault, or nothing', (text) => {
    const outcome = railsOf(readSettings({ KEYHOLD_RAILS: text }))
    if (text === '') expect(outcome).toEqual(USUAL_NETWORKS)
    else expect(outcome.join('\n')).toContain('KEYHOLD_RAILS')
  })

  test('a table of rates gives what is offered, and nothing else is asked for', () => {
    const demo = (KEYHOLD_RATES: string) =>
      railsOf(readSettings({ KEYHOLD_RAILS: 'usdc-base', KEYHOLD_RATES }))
    expect(demo('fixed:USDC=1')).toEqual(['usdc-base'])
    expect(demo('fixed:BTC=60000')).toEqual(['KEYHOLD_RATES: give USDC too, since it is offered'])
  })
})
