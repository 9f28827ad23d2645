import { describe, test } from 'vitest'
import { rescanBlocks } from '#server/chain-watcher/rescan-blocks.ts'
import { expectOrder } from './expect-order.ts'
import type { Lab } from './lab.ts'

/** java-tron returns no logs for blocks it received while its JSON-RPC was off; only the balance shows the payment. */
export function missingLogCases(lab: () => Lab): void {
  describe('logs that the node does not return', () => {
    test('the balance of an order is read before it expires, and the money counts once when its log appears', async () => {
      const { shop, ...it } = lab()
      const way = it.ways[0]!
      const [paid, unpaid] = [await it.order(way), await it.order(way)]
      const from = await it.height()
      it.hideLogs?.(true)
      await way.pay({ address: paid.address, atoms: paid.due })
      await it.mine(1)
      await it.look()
      await expectOrder(shop, paid, { status: 'pending', received: 0n })
      await it.pass(1000)
      await it.mine(1)
      it.restart()
      await it.look()
      await it.look()
      await it.settle()
      await expectOrder(shop, unpaid, { status: 'expired', received: 0n })
      await expectOrder(shop, paid, {
        status: 'confirmed',
        flags: ['late'],
        received: paid.due,
        transfers: 1,
      })
      it.hideLogs?.(false)
      const span = { from, to: await it.height() }
      await rescanBlocks(shop.db, it.reader(), span, shop.clock, () => undefined)
      await it.mine(1)
      await it.look()
      // the log shows that its block was in time
      await expectOrder(shop, paid, { status: 'confirmed', received: paid.due, transfers: 1 })
    })
  })
}
