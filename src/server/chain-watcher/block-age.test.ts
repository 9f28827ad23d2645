import { expect, test } from 'vitest'
import { CHAIN_TABLE, CHAINS } from '#shared/chains.ts'
import { blockAgeOf } from './block-age.ts'

// An order that was made when bitcoin was read up to block 1,000.
const CREATED_AT = new Date('2026-11-20T12:00:00Z')
const HOUR_MS = 3600_000
const ORDER = { createdAt: CREATED_AT, height: 1_000 }
const block = (height: number, hoursBefore: number) => ({
  height,
  hash: 'block',
  parentHash: 'before',
  at: new Date(CREATED_AT.getTime() - hoursBefore * HOUR_MS),
})

test.each([
  // height, hours before the order, age
  [1_000, 48, 'newer'],
  [977, 48, 'newer'],
  [976, 48, 'older'],
  [976, 25, 'older'],
  [976, 24, 'doubtful'],
  [976, -1, 'doubtful'],
])('a block at height %i, %i hours before its order, is %s', (height, hours, age) => {
  expect(blockAgeOf(block(height, hours), 'bitcoin', ORDER)).toBe(age)
})

test('a transfer without a block, and one of an order without a height, are newer', () => {
  expect(blockAgeOf(null, 'bitcoin', ORDER)).toBe('newer')
  expect(blockAgeOf(block(1, 48), 'bitcoin', { ...ORDER, height: null })).toBe('newer')
})

test.each(CHAINS)('on %s, blocks that its rule of finality waits for may be replaced', (chain) => {
  const replaced = Math.max(24, CHAIN_TABLE[chain].finality.fallbackDepth)
  expect(blockAgeOf(block(1_000 - replaced + 1, 48), chain, ORDER)).toBe('newer')
  expect(blockAgeOf(block(1_000 - replaced, 48), chain, ORDER)).toBe('older')
})
