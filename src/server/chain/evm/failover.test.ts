import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toChecksumAddress } from '#server/chain/addresses/eip55.ts'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { createLog } from '#server/runtime/log.ts'
import { hasAnvil, startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { startDialectProxy, type DialectProxy } from '#test/nodes/dialect-proxy.ts'
import { deployToken, height, mine, sendToken } from '#test/nodes/evm-wallet.ts'
import { noFaults } from '#test/nodes/node-faults.ts'
import { unownedHexAddress, watchList } from '#test/nodes/watch-list.ts'
import { createEvmReader } from './create-evm-reader.ts'

describe.skipIf(!hasAnvil())('several nodes on BSC', () => {
  let anvil: Anvil
  let other: Anvil
  let token: string
  let first: DialectProxy
  let second: DialectProxy
  let nowMs = 1_800_000_000_000
  let used = 0

  const readerOver = (...urls: readonly string[]): ChainReader =>
    createEvmReader({
      chain: 'bsc',
      urls,
      chainId: anvil.chainId,
      tokens: [{ asset: 'USDT', contract: token }],
      headMaxAgeS: null,
      clock: () => new Date(nowMs),
      log: createLog({ level: 'silent' }),
    })
  async function payment(blocksAbove = 0) {
    const from = await height(anvil)
    const address = toChecksumAddress(unownedHexAddress(`failover ${String((used += 1))}`))
    await sendToken(anvil, token, address, 7n)
    await mine(anvil, 1 + blocksAbove)
    return { from, to: from + 1 + blocksAbove, watch: watchList([address]) }
  }

  beforeAll(async () => {
    anvil = await startAnvil()
    other = await startAnvil({ chainId: 5 })
    token = await deployToken(anvil, 18)
    await mine(anvil, 40)
    await mine(other, 80)
    first = await startDialectProxy({ upstream: anvil.url })
    second = await startDialectProxy({ upstream: anvil.url })
  })
  beforeEach(() => {
    for (const node of [first, second]) Object.assign(node.faults, noFaults())
    nowMs += 120_000
  })
  afterAll(() => Promise.all([first.stop(), second.stop(), anvil.stop(), other.stop()]))

  test('a log machine behind the head is a lag and not a range that is too large', async () => {
    const { from, to, watch } = await payment(20)
    const reader = readerOver(first.url)
    Object.assign(first.faults, {
      logsLagBlocks: 1,
      logsBehind: 'block range extends beyond current head block',
    })
    await expect(reader.scan(from, to, watch)).rejects.toMatchObject({ name: 'ChainError', kind: 'lags' })
    Object.assign(first.faults, noFaults())
    nowMs += 120_000
    const before = first.count('eth_getLogs')
    expect((await reader.scan(from, to, watch)).transfers).toHaveLength(1)
    expect(first.count('eth_getLogs')).toBe(before + 1)
  })

  test.each([
    ['does not know the newest block', { logsLagBlocks: 1 }, 0],
    ['has an unknown range', { logsLagBlocks: 1, logsBehind: 'header not found' }, 5],
    ['refuses logs', { refusedMethods: ['eth_getLogs'] }, 5],
    ['refuses blocks', { refusedMethods: ['eth_getBlockByNumber'] }, 5],
    ['is behind all of the blocks', { lagBlocks: 30 }, 5],
  ])('if the first node %s, the whole scan is made on the second', async (_what, faults, blocksAbove) => {
    const { from, to, watch } = await payment(blocksAbove)
    const reader = readerOver(first.url, second.url)
    Object.assign(first.faults, faults)
    const scanned = await reader.scan(from, to, watch)
    expect(scanned.transfers).toMatchObject([{ atoms: 7n }])
    expect(scanned.upTo.height).toBe(to)
  })

  test('a node that is some blocks behind the head of another is read as far as it is', async () => {
    const { from, to, watch } = await payment(5)
    first.faults.lagBlocks = 3
    const scanned = await readerOver(first.url).scan(from, to, watch)
    expect(scanned.upTo.height).toBe(to - 3)
    expect(scanned.transfers).toMatchObject([{ atoms: 7n }])
  })

  test('the head is that of the second node while the first is behind what was read', async () => {
    const { to } = await payment(3)
    const reader = readerOver(first.url, second.url)
    first.faults.lagBlocks = 2
    expect((await reader.head()).height).toBe(to - 2)
    expect((await reader.head(to)).height).toBe(to)
    second.faults.lagBlocks = 1
    expect((await reader.head(to)).height).toBe(to - 1)
  })

  test('a node of another network is left out: no block, scan or balance is of its chain', async () => {
    const { from, to, watch } = await payment(5)
    const reader = readerOver(other.url, second.url)
    const head = await reader.head()
    expect(head.height).toBe(to)
    nowMs += 120_000
    expect(await reader.blockAt(to + 1)).toBeNull()
    nowMs += 120_000
    expect((await reader.scan(from, to, watch)).transfers).toMatchObject([{ atoms: 7n }])
    expect((await reader.check()).map(({ endpoint, kind }) => [endpoint, kind])).toEqual([
      ['bsc node 1', 'mismatch'],
    ])
  })

  test('balances of a block that no node has pause none of them', async () => {
    const reader = readerOver(first.url, second.url)
    const head = await reader.head()
    const replaced = { ...head, hash: `0x${'ab'.repeat(32)}` }
    const address = toChecksumAddress(unownedHexAddress('failover balances'))
    await expect(reader.tokenBalances([address], 'USDT', replaced)).rejects.toMatchObject({
      name: 'ChainError',
      kind: 'inconsistent',
    })
    expect(await reader.head()).toEqual(head)
    expect((await reader.tokenBalances([address], 'USDT', head))?.balances).toEqual([0n])
  })

  test('logs that the log machine omitted for 25 blocks are found as soon as it has them', async () => {
    const reader = readerOver(first.url)
    const { from, to, watch } = await payment(2)
    const found: bigint[] = []
    let at = from
    first.faults.logsLagBlocks = 25
    for (let look = 0; look < 6; look += 1) {
      const { height: top } = await reader.head()
      const scanned = await reader.scan(at, top, watch)
      found.push(...scanned.transfers.map((one) => one.atoms))
      at = scanned.upTo.height
      await mine(anvil, 7)
    }
    expect(at).toBeGreaterThan(to + 25)
    expect(found).toEqual([7n])
  })
})
