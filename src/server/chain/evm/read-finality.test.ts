import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { createLog } from '#server/runtime/log.ts'
import { hasAnvil, startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { startDialectProxy, type DialectProxy } from '#test/nodes/dialect-proxy.ts'
import { noFaults } from '#test/nodes/node-faults.ts'
import { mine } from '#test/nodes/evm-wallet.ts'
import { OLD_NODE, TEN_BLOCKS } from '#test/nodes/proxy-dialects.ts'
import { createEvmReader } from './create-evm-reader.ts'

describe.skipIf(!hasAnvil())('finality on BSC', () => {
  let anvil: Anvil
  let first: DialectProxy
  let second: DialectProxy
  let old: DialectProxy
  let nowMs = 0

  const readerOver = (...nodes: readonly DialectProxy[]): ChainReader =>
    createEvmReader({
      chain: 'bsc',
      urls: nodes.map(({ url }) => url),
      chainId: anvil.chainId,
      tokens: [],
      headMaxAgeS: null,
      clock: () => new Date((nowMs += 60_000)),
      log: createLog({ level: 'silent' }),
    })

  beforeAll(async () => {
    anvil = await startAnvil()
    await mine(anvil, 30)
    first = await startDialectProxy({ upstream: anvil.url, dialect: TEN_BLOCKS })
    second = await startDialectProxy({ upstream: anvil.url, dialect: TEN_BLOCKS })
    old = await startDialectProxy({ upstream: anvil.url, dialect: OLD_NODE })
  })
  beforeEach(() => {
    for (const node of [first, second, old]) Object.assign(node.faults, noFaults())
  })
  afterAll(async () => {
    await Promise.all([first, second, old].map((node) => node.stop()))
    await anvil.stop()
  })

  test.each(['error', 'null'] as const)(
    'a node that reported it and then answers with %s has failed',
    async (how) => {
      const reader = readerOver(first)
      const head = await reader.head()
      expect(await reader.finality(head, false)).toEqual({ height: head.height - 2, isReported: true })
      first.faults.losesFinality = how
      await expect(reader.finality(head, false)).rejects.toMatchObject({ name: 'ChainError', kind: 'lags' })
      first.faults.losesFinality = null
      expect(await reader.finality(head, false)).toEqual({ height: head.height - 2, isReported: true })
    },
  )

  test.each(['error', 'null'] as const)('after a restart such a node (%s) has failed too', async (how) => {
    const reader = readerOver(first)
    const head = await reader.head()
    first.faults.losesFinality = how
    await expect(reader.finality(head, true)).rejects.toMatchObject({ name: 'ChainError', kind: 'lags' })
  })

  test('the next node is asked instead', async () => {
    const reader = readerOver(first, second)
    const head = await reader.head()
    first.faults.losesFinality = 'error'
    expect(await reader.finality(head, true)).toEqual({ height: head.height - 2, isReported: true })
  })

  test('a node that never reported it is read 20 blocks below the head, unless another node did', async () => {
    const reader = readerOver(old)
    const head = await reader.head()
    expect(await reader.finality(head, false)).toEqual({ height: head.height - 20, isReported: false })
    await expect(reader.finality(head, true)).rejects.toMatchObject({ kind: 'lags' })
    expect(await readerOver(old, first).finality(head, true)).toEqual({
      height: head.height - 2,
      isReported: true,
    })
  })
})
