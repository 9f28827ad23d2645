import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import { createBitcoinEsploraReader } from '#server/chain/bitcoin/esplora-reader.ts'
import { createLog } from '#server/runtime/log.ts'
import { expectOrder } from '#test/conformance/expect-order.ts'
import { openShop, type Shop } from '#test/conformance/shop.ts'
import { findBitcoind, startBitcoind, type Bitcoind } from '#test/nodes/bitcoind.ts'
import { startEsploraFacade, type EsploraFacade } from '#test/nodes/esplora-facade.ts'
import type { ChainWatch } from './look-at-chain.ts'

describe.skipIf((await findBitcoind()) === null)('an Esplora server whose index of addresses lags', () => {
  let node: Bitcoind
  let facade: EsploraFacade
  let shop: Shop
  let watch: ChainWatch

  beforeAll(async () => {
    node = await startBitcoind()
    facade = await startEsploraFacade(node)
    shop = await openShop()
  })
  beforeEach(async () => {
    facade.indexLagBlocks = 0
    const reader = createBitcoinEsploraReader({
      urls: [facade.url],
      chain: 'bitcoin',
      network: 'regtest',
      clock: shop.clock,
      log: createLog({ level: 'silent' }),
      gapMs: 0,
    })
    await shop.readyAddresses(reader)
    watch = shop.watch(reader)
    await watch.look()
  })
  afterAll(async () => {
    await shop.close()
    await facade.stop()
    await node.stop()
  })

  test('a payment that the index lacked when its block was scanned is found with the next blocks', async () => {
    const order = await shop.order('bitcoin')
    await node.send({ address: order.address, sats: order.due })
    await node.mine()
    facade.indexLagBlocks = 1
    await watch.look()
    await expectOrder(shop, order, { status: 'pending', received: 0n })
    await node.mine()
    facade.indexLagBlocks = 0
    await watch.look()
    await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
  })

  test('an unconfirmed payment is not taken away while it is mined and the index lacks its block', async () => {
    const order = await shop.order('bitcoin')
    await node.send({ address: order.address, sats: order.due })
    await watch.look()
    await expectOrder(shop, order, { status: 'detected', received: order.due, transfers: 1 })
    await node.mine()
    facade.indexLagBlocks = 1
    await watch.look()
    await watch.look()
    await expectOrder(shop, order, { status: 'detected', received: order.due, transfers: 1 })
    facade.indexLagBlocks = 0
    await node.mine()
    await watch.look()
    await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
  })

  test('before an order expires its address is read, however long the index lagged', async () => {
    const [paid, unpaid] = [await shop.order('bitcoin'), await shop.order('bitcoin')]
    await node.send({ address: paid.address, sats: paid.due })
    await node.mine(10)
    facade.indexLagBlocks = 10
    await watch.look()
    facade.indexLagBlocks = 0
    shop.pass(1000)
    await watch.look()
    await expectOrder(shop, paid, { status: 'confirmed', received: paid.due, transfers: 1 })
    await expectOrder(shop, unpaid, { status: 'expired', received: 0n })
  })
})
