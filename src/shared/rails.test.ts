import { usdCents } from '#shared/money.ts'
import { describe, expect, test } from 'vitest'
import { COINS } from './assets.ts'
import { CHAIN_TABLE, CHAINS } from './chains.ts'
import { depthFor, isNetwork, NETWORKS, railOf, RAILS, shownDepth } from './rails.ts'

test('every network is one rail, and the table is in the order of the wire', () => {
  expect(RAILS.map((rail) => rail.network)).toEqual([...NETWORKS])
  expect(new Set(RAILS.map((rail) => rail.coin))).toEqual(new Set(COINS))
  expect(new Set(RAILS.map((rail) => rail.chain))).toEqual(new Set(CHAINS))
  expect(new Set(RAILS.map((rail) => rail.setting)).size).toBe(RAILS.length)
})

test.each([
  // network    coin        chain       asset   decimals shown wallet
  ['bitcoin', 'bitcoin', 'bitcoin', 'BTC', 8, 8, 'bitcoin'],
  ['ethereum', 'ethereum', 'ethereum', 'ETH', 18, 8, 'evm'],
  ['erc20', 'usdt', 'ethereum', 'USDT', 6, 6, 'evm'],
  ['trc20', 'usdt', 'tron', 'USDT', 6, 6, 'tron'],
  ['bep20', 'usdt', 'bsc', 'USDT', 18, 6, 'evm'], // 18, as nowhere else: 6 would sell for a millionth of a millionth
  ['usdc-ethereum', 'usdc', 'ethereum', 'USDC', 6, 6, 'evm'],
  ['usdc-base', 'usdc', 'base', 'USDC', 6, 6, 'evm'],
  ['usdc-polygon', 'usdc', 'polygon', 'USDC', 6, 6, 'evm'],
] as const)('%s is %s on %s', (network, coin, chain, asset, decimals, shownDecimals, wallet) => {
  expect(railOf(network)).toMatchObject({ network, coin, chain, asset, decimals, shownDecimals, wallet })
})

describe('required confirmations by USD value', () => {
  test.each([
    // network   cents         depth        shown
    ['bitcoin', 63_99, 1, 1],
    ['bitcoin', 149_99, 1, 1],
    ['bitcoin', 150_00, 2, 2],
    ['bitcoin', 1_499_99, 2, 2],
    ['bitcoin', 1_500_00, 4, 4],
    ['bitcoin', 5_999_99, 4, 4],
    ['bitcoin', 6_000_00, 6, 6],
    ['bitcoin', 11_999_00, 6, 6],
    ['ethereum', 149_99, 12, 12],
    ['ethereum', 150_00, 32, 32],
    ['ethereum', 1_500_00, 'finalized', 32],
    ['erc20', 149_99, 12, 12],
    ['erc20', 1_499_99, 32, 32],
    ['erc20', 1_500_00, 'finalized', 32],
    ['trc20', 63_99, 'finalized', 19],
    ['trc20', 11_999_00, 'finalized', 19],
    ['bep20', 63_99, 'finalized', 3],
    ['bep20', 11_999_00, 'finalized', 3],
    ['usdc-ethereum', 149_99, 12, 12],
    ['usdc-ethereum', 1_499_99, 32, 32],
    ['usdc-ethereum', 1_500_00, 'finalized', 32],
    ['usdc-base', 149_99, 30, 30],
    ['usdc-base', 1_499_99, 150, 150],
    ['usdc-base', 1_500_00, 'finalized', 600],
    ['usdc-polygon', 63_99, 'finalized', 5],
  ] as const)('%s, %i cents: %s, shown as %i', (network, cents, depth, shown) => {
    const rail = railOf(network)
    expect(depthFor(rail, usdCents(cents), undefined)).toBe(depth)
    expect(shownDepth(rail, depth)).toBe(shown)
  })

  test.each(NETWORKS)('an override replaces the table of %s whatever the price', (network) => {
    expect(depthFor(railOf(network), usdCents(11_999_00), 3)).toBe(3)
    expect(depthFor(railOf(network), usdCents(1), 3)).toBe(3)
    expect(shownDepth(railOf(network), 3)).toBe(3)
  })
})

test('no rail is ever settled by what is not in a block', () => {
  for (const rail of RAILS) {
    for (const { depth } of rail.depths) expect(depth === 'finalized' || depth >= 1).toBe(true)
  }
})

test('the last row of every table has no upper end', () => {
  for (const rail of RAILS) expect(rail.depths.at(-1)?.belowCents).toBe(Number.POSITIVE_INFINITY)
})

test.each([
  // chain      mainnet id  head may be old
  ['bitcoin', null, 3 * 3600],
  ['ethereum', 1, 180],
  ['bsc', 56, 60],
  ['tron', 728126428, 90],
  ['base', 8453, 60],
  ['polygon', 137, 60],
] as const)('%s: main network %s, lagging after %i s', (chain, mainnetChainId, headMaxAgeS) => {
  expect(CHAIN_TABLE[chain]).toMatchObject({ id: chain, mainnetChainId, headMaxAgeS })
})

test.each(['', 'Bitcoin', 'usdt', 'polygon', 'toString', '__proto__'])('"%s" is no network', (text) => {
  expect(isNetwork(text)).toBe(false)
  expect(() => railOf(text as 'bitcoin')).toThrow(RangeError)
})
