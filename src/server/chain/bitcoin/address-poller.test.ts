import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBitcoind, startBitcoind, type Bitcoind } from '#test/nodes/bitcoind.ts'
import { startEsploraFacade, type EsploraFacade } from '#test/nodes/esplora-facade.ts'
import { fixedWatch } from '#test/nodes/fixed-watch.ts'
import { testClock } from '#test/test-clock.ts'
import { createAddressPoller } from './address-poller.ts'
import { createEsplora } from './esplora.ts'

describe.skipIf((await findBitcoind()) === null)('polling addresses one by one', () => {
  let node: Bitcoind
  let facade: EsploraFacade
  beforeAll(async () => {
    node = await startBitcoind()
    facade = await startEsploraFacade(node)
  })
  afterAll(async () => {
    await facade.stop()
    await node.stop()
  })

  test('a new address is checked at every poll, an old one rarely, one with unconfirmed money always', async () => {
    const { clock, pass } = testClock()
    const asker = createAddressPoller(clock)
    const esplora = createEsplora({ chain: 'bitcoin', url: facade.url, gapMs: 0 })
    const ours = await node.address()
    const asksOfLook = async () => {
      const before = facade.requestCount
      await asker.transfers(esplora, fixedWatch([ours]))
      return facade.requestCount - before
    }
    expect(await asksOfLook()).toBe(1)
    expect(await asksOfLook()).toBe(1)
    pass(600)
    expect(await asksOfLook()).toBe(1)
    pass(29)
    expect(await asksOfLook()).toBe(0)
    pass(1)
    expect(await asksOfLook()).toBe(1)
    pass(7 * 24 * 3600)
    expect(await asksOfLook()).toBe(1)
    pass(599)
    expect(await asksOfLook()).toBe(0)
    await node.send({ address: ours, sats: 50_000n })
    pass(1)
    expect(await asksOfLook()).toBe(1)
    expect(await asksOfLook()).toBe(1)
    expect(await asker.transfers(esplora, fixedWatch([ours]))).toHaveLength(1)
  })

  test('no result is returned before every address was checked, and a new address is checked next', async () => {
    const { clock, pass } = testClock()
    const asker = createAddressPoller(clock)
    const esplora = createEsplora({ chain: 'bitcoin', url: facade.url, gapMs: 0 })
    const many = Array.from({ length: 70 }, (_, at) => `nobody-${String(at)}`)
    expect(await asker.transfers(esplora, fixedWatch(many))).toBeNull()
    expect(await asker.transfers(esplora, fixedWatch(many))).toEqual([])
    pass(1)
    const ours = await node.address()
    await node.send({ address: ours, sats: 50_000n })
    expect(await asker.transfers(esplora, fixedWatch([...many, ours]))).toMatchObject([{ address: ours }])
    expect(await asker.transfers(esplora, fixedWatch(many))).toEqual([])
  })

  test('with more addresses than can be polled, no view is returned', async () => {
    const asker = createAddressPoller(testClock().clock)
    const esplora = createEsplora({ chain: 'bitcoin', url: facade.url, gapMs: 0 })
    const before = facade.requestCount
    const many = Array.from({ length: 1001 }, (_, at) => `nobody-${String(at)}`)
    expect(await asker.transfers(esplora, fixedWatch(many))).toBeNull()
    expect(facade.requestCount).toBe(before)
  })
})
