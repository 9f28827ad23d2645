import { describe, test } from 'vitest'
import { expectOrder } from './expect-order.ts'
import type { Lab, Way } from './lab.ts'
import { testWhere } from './test-where.ts'

/** Ether arrives by transfers, which blocks show, and from contracts, which only balances show; it never counts twice. */
export function etherCases(lab: () => Lab, supports: { readonly sweeping: boolean }): void {
  const way = (name: string): Way => lab().ways.find((one) => one.name === name)!
  const half = (due: bigint) => due / 2n

  describe('ether', () => {
    test('half by a wallet and half by a contract, in one block', async () => {
      const { shop, ...it } = lab()
      const order = await it.order(way('ethereum'))
      await way('ethereum').pay({ address: order.address, atoms: half(order.due) })
      await way('ethereum by a contract').pay({
        address: order.address,
        atoms: order.due - half(order.due),
      })
      await it.mine(1)
      await it.look()
      await expectOrder(shop, order, { status: 'detected', received: order.due, transfers: 2 })
      await it.settle()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 2 })
    })

    test('by a contract, then by a wallet, read by a shop that was stopped in between', async () => {
      const { shop, ...it } = lab()
      const order = await it.order(way('ethereum'))
      await way('ethereum by a contract').pay({ address: order.address, atoms: half(order.due) })
      await it.mine(1)
      await it.look()
      await expectOrder(shop, order, {
        status: 'partial',
        flags: ['underpaid'],
        received: half(order.due),
      })
      await way('ethereum').pay({ address: order.address, atoms: order.due - half(order.due) })
      await it.mine(40)
      it.restart()
      await it.look()
      await it.settle()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 2 })
    })

    testWhere(supports.sweeping)('moved on by the owner of the address still counts as paid', async () => {
      const { shop, ...it } = lab()
      const byWallet = await it.order(way('ethereum'), { quantity: 3 })
      const byContract = await it.order(way('ethereum'), { quantity: 3 })
      await way('ethereum').pay({ address: byWallet.address, atoms: byWallet.due })
      await way('ethereum by a contract').pay({ address: byContract.address, atoms: byContract.due })
      await it.mine(1)
      await it.look()
      for (const { address, due } of [byWallet, byContract]) await it.sweep?.(address, half(due))
      await it.mine(1)
      await it.look()
      await it.settle()
      await it.pass(24 * 3600)
      await it.settle()
      for (const order of [byWallet, byContract])
        await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
    })
  })
}
