import { expect, test } from 'vitest'
import { contractOf } from '#shared/assets.ts'
import { evmChainOf, headMaxAgeFor } from './evm-chains.ts'
import { FIRST_LOG_DENSITY, namedAddressesMax } from './scan-blocks.ts'

test.each([
  // as block explorers and token lists print them; the hexadecimal form of Tron's contracts as its nodes write it in logs
  ['USDT', 'ethereum', 6, '0xdac17f958d2ee523a2206206994597c13d831ec7'],
  ['USDT', 'bsc', 18, '0x55d398326f99059ff775485246999027b3197955'],
  ['USDT', 'tron', 6, '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c'],
  ['USDC', 'ethereum', 6, '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
  ['USDC', 'base', 6, '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'],
  ['USDC', 'polygon', 6, '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359'],
] as const)(
  '%s on %s has %i decimals and a contract address with a valid checksum',
  (asset, id, decimals, hex) => {
    const { codec } = evmChainOf(id)
    const contract = contractOf(id, asset)
    expect(contract?.decimals).toBe(decimals)
    expect(codec.toHex(contract?.address ?? '')).toBe(hex)
    expect(codec.fromHex(hex)).toBe(contract?.address)
  },
)

test.each([
  // chain, chain id, setting, seconds
  ['ethereum', 1, null, 180],
  ['ethereum', 11155111, null, 180],
  ['bsc', 56, null, 60],
  ['tron', 728126428, null, 90],
  ['ethereum', 31337, null, null],
  ['ethereum', 31337, 20, 20],
  ['ethereum', 1, 600, 600],
] as const)('a head on %s %i with setting %s may be %s s old', (id, chainId, settingS, expected) => {
  expect(headMaxAgeFor(evmChainOf(id), chainId, settingS)).toBe(expected)
})

test.each([
  // blocks, maximum of addresses in the filter: always one chunk of 500, more if reading all logs takes many calls
  [1, 500],
  [250, 500],
  [600, 1500],
  [2000, 4000],
])('a filter over %i blocks names at most %i addresses', (blocks, expected) => {
  expect(namedAddressesMax(blocks, { perBlock: FIRST_LOG_DENSITY })).toBe(expected)
})
