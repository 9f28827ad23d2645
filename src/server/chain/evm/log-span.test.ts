import { describe, expect, test } from 'vitest'
import { NodeFault } from '#server/chain/node-http.ts'
import { createLogSpan, isBehind, isRateRefusal, isSizeRefusal, namedSpan } from './log-span.ts'

// Replies of providers, as quoted in their documentation and issue trackers.
test.each([
  // message,                                                                                   size,  rate,  span
  ['You can make eth_getLogs requests with up to a 10 block range. Based on …', true, false, 10],
  ['eth_getLogs is limited to a 10,000 range', true, false, 10_000],
  ['exceed max block range: 5000', true, false, 5000],
  ['range 20000 exceeds limit of 10000', true, false, 10_000],
  ['ranges over 10000 blocks are not supported on free tier', true, false, 10_000],
  ['query returned more than 10000 results', true, false, null],
  ['query returned more than 10000 results. Try with this block range [0x1, 0x2].', true, false, null],
  ['Log response size exceeded', true, false, null],
  ['query timeout exceeded', true, false, null],
  ['limit exceeded', true, false, null],
  ['daily request count exceeded, request rate limited', false, true, null],
  ['Your app has exceeded its compute units per second capacity', false, true, null],
  ['The key exceeds the frequency limit(15), and the query server is suspended for 30s', false, true, null],
  ['execution reverted', false, false, null],
])('"%s"', (nodeMessage, isSize, isRate, span) => {
  const fault = new NodeFault('refused', 'eth_getLogs: refused', { code: -32005, nodeMessage })
  expect([isSizeRefusal(fault), isRateRefusal(fault), namedSpan(nodeMessage)]).toEqual([isSize, isRate, span])
})

// The same for a block that the node does not have, or not yet.
test.each([
  'block range extends beyond current head block',
  'requested block range extends beyond chain head',
  'invalid block range',
  'invalid block range params',
  'unknown block',
  'Unknown block number',
  'header not found',
  'block not found: 0x1234',
  'block with number 8633830 not found',
  '8633830 could not be found',
  'Block 0xabc could not be found',
  'One of the blocks specified in filter (fromBlock, toBlock or blockHash) cannot be found.',
  'end (101) is greater than latest block (100)',
  'toBlock is after the latest block',
  'requested block is in the future',
])('"%s" means that the node lags, not that the range is too large', (nodeMessage) => {
  const fault = new NodeFault('refused', 'eth_getLogs: refused', { code: -32602, nodeMessage })
  expect([isBehind(fault), isSizeRefusal(fault), isRateRefusal(fault)]).toEqual([true, false, false])
})

test.each([
  'invalid block range of 5000 blocks, the maximum is 2000',
  'block range is too wide',
  'exceed maximum block range: 5000',
  'eth_getLogs block range too large, range: 3000, max: 2000',
  'missing trie node 1234 (path ) state is not available',
  'execution reverted',
  'the method eth_getLogs does not exist/is not available',
  'rate limit exceeded',
])('"%s" does not mean that the node lags', (nodeMessage) => {
  const fault = new NodeFault('refused', 'eth_getLogs: refused', { code: -32602, nodeMessage })
  expect(isBehind(fault)).toBe(false)
})

describe('the number of blocks per log request', () => {
  test('is halved after a rejected request, down to one block; then no smaller range exists', () => {
    const span = createLogSpan(8)
    const asked: number[] = []
    while (span.shrink(span.blocks, null)) asked.push(span.blocks)
    expect(asked).toEqual([4, 2, 1])
  })

  test('a limit named in the rejection is applied immediately and never exceeded again', () => {
    const span = createLogSpan(2000)
    span.shrink(2000, 10)
    for (let call = 0; call < 100; call += 1) span.worked()
    expect(span.blocks).toBe(10)
  })

  test('grows again after twenty successful requests, up to the initial number', () => {
    const span = createLogSpan(2000)
    span.shrink(2000, null)
    for (let call = 0; call < 19; call += 1) span.worked()
    expect(span.blocks).toBe(1000)
    span.worked()
    expect(span.blocks).toBe(2000)
  })

  test('a limit that would not help is ignored', () => {
    const span = createLogSpan(100)
    span.shrink(100, 5000)
    expect(span.blocks).toBe(50)
  })
})
