import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { tronAddress } from '#server/chain/addresses/tron-address.ts'
import { createEvmReader } from '#server/chain/evm/create-evm-reader.ts'
import { createLog } from '#server/runtime/log.ts'
import type { EvmChainId } from '#shared/chains.ts'
import type { NetworkId } from '#shared/rails.ts'
import { openShop, type Shop } from '#test/conformance/shop.ts'
import { hasAnvil, startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { startDialectProxy, type DialectProxy } from '#test/nodes/dialect-proxy.ts'
import { deployToken, mine } from '#test/nodes/evm-wallet.ts'
import { PLAIN, TRON } from '#test/nodes/proxy-dialects.ts'
import { watchList } from '#test/nodes/watch-list.ts'

const LOG = createLog({ level: 'silent' })

describe.skipIf(!hasAnvil())('calls to a node, each counted singly', () => {
  let anvil: Anvil
  let shop: Shop
  let token: string
  let wideToken: string
  const nodes: DialectProxy[] = []

  beforeAll(async () => {
    anvil = await startAnvil()
    token = await deployToken(anvil, 6)
    wideToken = await deployToken(anvil, 18)
    await mine(anvil, 30)
    shop = await openShop()
  })
  afterEach(() => Promise.all(nodes.splice(0).map((node) => node.stop())))
  afterAll(async () => {
    await shop.close()
    await anvil.stop()
  })

  async function open(chain: EvmChainId, shiftBlocks = 0) {
    const dialect = chain === 'tron' ? TRON : PLAIN
    const node = await startDialectProxy({ upstream: anvil.url, dialect, shiftBlocks })
    nodes.push(node)
    const contract = chain === 'bsc' ? wideToken : chain === 'tron' ? tronAddress(token) : token
    const reader = createEvmReader({
      chain,
      urls: [node.url],
      chainId: anvil.chainId,
      tokens: [{ asset: 'USDT', contract }],
      headMaxAgeS: null,
      clock: shop.clock,
      log: LOG,
    })
    return { node, reader }
  }

  test.each<[EvmChainId, NetworkId, number]>([
    ['ethereum', 'erc20', 1],
    ['bsc', 'bep20', 7],
    ['tron', 'trc20', 1],
    ['tron', 'trc20', 2],
  ])(
    '%s: one for a poll without a new block, at most three with new blocks (%s, %i)',
    async (chain, network, blocks) => {
      const { node, reader } = await open(chain)
      const watch = shop.watch(reader)
      await shop.readyAddresses(reader)
      await shop.order(network)
      await watch.look()
      await mine(anvil)
      await watch.look()
      const callsOf = async () => {
        const before = node.receivedCalls.length
        await watch.look()
        return node.receivedCalls.length - before
      }
      expect(await callsOf()).toBe(1)
      await mine(anvil, blocks)
      expect(await callsOf()).toBeLessThanOrEqual(3)
      expect(await callsOf()).toBe(1)
    },
  )

  // holds I7
  test('Ethereum: the newest block and its transactions are one call once a new block is due', async () => {
    const { node, reader } = await open('ethereum')
    const watch = shop.watch(reader)
    await shop.readyAddresses(reader)
    await shop.order('erc20')
    await mine(anvil)
    await watch.look()
    const read = await reader.head()
    await mine(anvil, 2)
    shop.pass(30 + (read.at.getTime() - shop.clock().getTime()) / 1000)
    const before = node.receivedCalls.length
    await watch.look()
    const blocks = node.receivedCalls
      .slice(before)
      .filter(({ method }) => method === 'eth_getBlockByNumber')
      .map(({ params }) => params)
    const older = `0x${(read.height + 1).toString(16)}`
    expect(blocks.filter(([, isFull]) => isFull === true)).toEqual([
      ['latest', true],
      [older, true],
    ])
    expect(blocks).not.toContainEqual(['latest', false])
  })

  test('BSC: a day of 192,000 blocks is at most two minutes of calls of 50 ms, 2,000 blocks each', async () => {
    const { node, reader } = await open('bsc', 192_000)
    const { height } = await reader.head()
    const watch = watchList([`0x${'1'.repeat(40)}`])
    const before = node.receivedCalls.length
    for (let at = height - 192_000; at < height;) at = (await reader.scan(at, height, watch)).upTo.height
    const calls = node.receivedCalls.length - before
    expect(calls * 0.05).toBeLessThanOrEqual(120)
    expect(calls).toBeLessThanOrEqual(2 * 96 + 5)
  })
})
