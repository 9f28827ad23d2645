import { describe, test } from 'vitest'
import { expectOrder } from './expect-order.ts'
import type { Lab, Way } from './lab.ts'
import type { Order } from './shop.ts'
import { testWhere } from './test-where.ts'

/** Reorganisations and replaced transactions. */
export function chainCases(
  lab: () => Lab,
  way: () => Way,
  supports: { readonly mempool: boolean; readonly replacing: boolean },
): void {
  /** Creates an order whose payment is in a block. */
  async function paid(): Promise<{ order: Order; txHash: string; below: number }> {
    const { look, mine, order: make, height } = lab()
    // a price at which one confirmation is not enough on any rail
    const order = await make(way(), { quantity: 3 })
    const below = await height()
    const txHash = await way().pay({ address: order.address, atoms: order.due })
    await mine(1)
    await look()
    return { order, txHash, below }
  }
  const depthAbove = async (below: number) => (await lab().height()) - below

  describe('chains', () => {
    test('a reorganisation that keeps the payment changes nothing but its block', async () => {
      const { shop, ...it } = lab()
      const { order, txHash, below } = await paid()
      await it.reorg(await depthAbove(below), [txHash])
      await it.look()
      await it.settle()
      await it.look()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
    })

    test('a reorganisation removes the payment, and a later block contains it again', async () => {
      const { shop, ...it } = lab()
      const { order, txHash, below } = await paid()
      await it.reorg(await depthAbove(below), [])
      await it.look()
      if (supports.mempool) {
        await expectOrder(shop, order, { status: 'detected', received: order.due, transfers: 1 })
      } else if (way().hasTransfers) {
        await expectOrder(shop, order, { status: 'pending', flags: ['reorged'], received: 0n, transfers: 0 })
      } else {
        await expectOrder(shop, order, { status: 'pending', received: 0n, transfers: 0 })
      }
      await it.sendAgain([txHash])
      await it.mine(1)
      await it.look()
      await it.settle()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
    })

    test('keys are delivered once, though the payment disappears and appears again', async () => {
      const { shop, ...it } = lab()
      const { order, txHash, below } = await paid()
      await it.settle()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
      await it.reorg(await depthAbove(below), [])
      await it.look()
      if (supports.mempool) {
        await expectOrder(shop, order, {
          status: 'detected',
          received: order.due,
          transfers: 1,
          isDelivered: true,
        })
      } else {
        await expectOrder(shop, order, {
          status: 'review',
          flags: ['reorged'],
          received: 0n,
          transfers: 0,
          isDelivered: true,
        })
      }
      it.restart()
      await it.sendAgain([txHash])
      await it.mine(1)
      await it.look()
      await it.settle()
      await it.look()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
    })

    test('a reorganisation while the shop is stopped is detected at the next start', async () => {
      const { shop, ...it } = lab()
      const { order, txHash, below } = await paid()
      await it.reorg(await depthAbove(below), [])
      await it.mine(30)
      await it.sendAgain([txHash])
      await it.mine(1)
      it.restart()
      await it.look()
      await it.look()
      await it.settle()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
    })

    testWhere(supports.replacing && supports.mempool)(
      'a payment replaced by fee, to the same order, counts once, with the time of the first',
      async () => {
        const { shop, ...it } = lab()
        const order = await it.order(way())
        const first = await way().pay({ address: order.address, atoms: order.due })
        await it.look()
        shop.pass(1000)
        await it.replace?.(first, { address: order.address, atoms: order.due }, order.network)
        await it.look()
        await it.look()
        await expectOrder(shop, order, { status: 'detected', received: order.due, transfers: 1 })
        await it.settle()
        await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
      },
    )

    testWhere(supports.replacing)(
      'a payment replaced by a transaction to another address does not count',
      async () => {
        const { shop, ...it } = lab()
        const order = await it.order(way())
        const first = await way().pay({ address: order.address, atoms: order.due })
        await it.look()
        const elsewhere = { address: await it.foreignAddress(), atoms: order.due - order.due / 50n }
        await it.replace?.(first, elsewhere, order.network)
        await it.look()
        await it.look()
        const flags = supports.mempool ? (['double_spend'] as const) : []
        await expectOrder(shop, order, { status: 'pending', flags, received: 0n, transfers: 0 })
        await it.settle()
        await expectOrder(shop, order, { status: 'pending', flags, received: 0n, transfers: 0 })
      },
    )

    testWhere(supports.replacing && supports.mempool)(
      'a delivered order whose payment is spent elsewhere on another branch needs review',
      async () => {
        const { shop, ...it } = lab()
        const { order, txHash, below } = await paid()
        await it.settle()
        await it.reorg(await depthAbove(below), [])
        const elsewhere = { address: await it.foreignAddress(), atoms: order.due - order.due / 50n }
        await it.replace?.(txHash, elsewhere, order.network)
        await it.mine(1)
        await it.look()
        await it.look()
        await it.settle()
        await expectOrder(shop, order, {
          status: 'review',
          flags: ['reorged'],
          received: 0n,
          transfers: 0,
          isDelivered: true,
        })
      },
    )
  })
}
