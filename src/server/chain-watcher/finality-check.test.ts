import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { createEvmReader } from '#server/chain/evm/create-evm-reader.ts'
import { createLog } from '#server/runtime/log.ts'
import { expectOrder } from '#test/conformance/expect-order.ts'
import { openShop, type Shop } from '#test/conformance/shop.ts'
import { hasAnvil, startAnvil, type Anvil } from '#test/nodes/anvil.ts'
import { startDialectProxy, type DialectProxy } from '#test/nodes/dialect-proxy.ts'
import { noFaults } from '#test/nodes/node-faults.ts'
import { deployToken, mine, reorg, sendToken } from '#test/nodes/evm-wallet.ts'
import { TEN_BLOCKS } from '#test/nodes/proxy-dialects.ts'
import type { ChainWatch } from './look-at-chain.ts'

describe.skipIf(!hasAnvil())('finality while orders wait for it', () => {
  let anvil: Anvil
  let token: string
  let node: DialectProxy
  let shop: Shop
  let watch: ChainWatch

  let reader: ChainReader
  const restart = () => {
    reader = createEvmReader({
      chain: 'bsc',
      urls: [node.url],
      chainId: anvil.chainId,
      tokens: [{ asset: 'USDT', contract: token }],
      headMaxAgeS: null,
      clock: shop.clock,
      log: createLog({ level: 'silent' }),
    })
    watch = shop.watch(reader)
  }
  const finalized = async () => {
    const row = await shop.db.selectFrom('cursors').select('finalized_height').executeTakeFirstOrThrow()
    return row.finalized_height
  }
  const pay = async () => {
    const order = await shop.order('bep20')
    await sendToken(anvil, token, order.address, order.due)
    await mine(anvil)
    return order
  }

  beforeAll(async () => {
    anvil = await startAnvil()
    token = await deployToken(anvil, 18)
    await mine(anvil, 30)
    shop = await openShop()
    node = await startDialectProxy({ upstream: anvil.url, dialect: TEN_BLOCKS })
    restart()
    await watch.look()
  })
  beforeEach(async () => {
    Object.assign(node.faults, noFaults())
    await mine(anvil, 5)
    restart()
    await shop.readyAddresses(reader)
    await watch.look()
  })
  afterAll(async () => {
    await node.stop()
    await shop.close()
    await anvil.stop()
  })

  test.each(['error', 'null'] as const)(
    'a node that no longer reports it (%s), also after a restart, confirms no order by depth',
    async (how) => {
      const order = await pay()
      node.faults.losesFinality = how
      await mine(anvil, 25)
      await expect(watch.look()).rejects.toMatchObject({ name: 'ChainError', kind: 'lags' })
      await expectOrder(shop, order, { status: 'detected', received: order.due, transfers: 1 })
      shop.pass(120)
      restart()
      await expect(watch.look()).rejects.toMatchObject({ name: 'ChainError', kind: 'lags' })
      await expectOrder(shop, order, { status: 'detected', received: order.due, transfers: 1 })
      node.faults.losesFinality = null
      shop.pass(120)
      await watch.look()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
    },
  )

  test('a node that reports a lower block does not take finality back', async () => {
    await pay()
    await mine(anvil, 5)
    await watch.look()
    const before = await finalized()
    await pay()
    node.faults.block = (block) =>
      node.receivedCalls.at(-1)?.params[0] === 'finalized' ? { ...block, number: '0x3' } : block
    await watch.look()
    expect(await finalized()).toBe(before)
  })

  test('a chain that is replaced below its finalized block is final up to the fork only', async () => {
    const order = await pay()
    await mine(anvil, 5)
    await watch.look()
    const before = await finalized()
    await reorg(anvil, 6)
    await watch.look()
    expect(await finalized()).toBeLessThan(before)
    await expectOrder(shop, order, {
      status: 'review',
      flags: ['reorged'],
      received: 0n,
      transfers: 0,
      isDelivered: true,
    })
  })

  test('it is asked for only while something waits for it, once for each head', async () => {
    const asked = () => node.receivedCalls.filter(({ params }) => params[0] === 'finalized').length
    const before = asked()
    await mine(anvil, 3)
    await watch.look()
    expect(asked()).toBe(before)
    await pay()
    await watch.look()
    await watch.look()
    expect(asked()).toBe(before + 1)
    await mine(anvil, 3)
    await watch.look()
    expect(asked()).toBe(before + 2)
    await mine(anvil, 3)
    await watch.look()
    expect(asked()).toBe(before + 2)
  })
})
