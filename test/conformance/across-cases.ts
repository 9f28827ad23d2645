import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import { expectNothingTwice, expectOrder } from './expect-order.ts'
import { createLab, type Lab, type Rig } from './lab.ts'
import { openShop, type Shop } from './shop.ts'

type Pair = Readonly<Record<'ethereum' | 'bsc', Lab>>

/** Ethereum and BSC share their addresses: money sent on the wrong one of the two is found, and is for a person. */
export function acrossCases(
  name: string,
  open: (shop: Shop, chain: 'ethereum' | 'bsc') => Promise<Rig> | Rig,
): void {
  describe(`${name}: the wrong network`, () => {
    let shop: Shop
    let labs: Pair
    beforeAll(async () => {
      shop = await openShop()
      labs = {
        ethereum: createLab(shop, await open(shop, 'ethereum')),
        bsc: createLab(shop, await open(shop, 'bsc')),
      }
      for (const lab of [labs.ethereum, labs.bsc]) {
        await lab.mine(12)
        await lab.look()
      }
    })
    afterEach(() => expectNothingTwice(shop))
    afterAll(async () => {
      await labs.ethereum.stop()
      await labs.bsc.stop()
      await shop.close()
    })

    test('polling one chain expires no order of the other, whose node is down', async () => {
      const { ethereum, bsc } = labs
      const order = await ethereum.order(ethereum.ways.find((one) => one.name === 'erc20')!)
      await ethereum.look()
      await ethereum.faults[0]?.down()
      await bsc.ways[0]!.pay({ address: order.address, atoms: 10n ** 18n })
      await ethereum.pass(1000)
      await bsc.mine(1)
      await bsc.look()
      await expectOrder(shop, order, { status: 'pending', flags: ['wrong_network'], received: 0n })
      await ethereum.faults[0]?.heal()
      await ethereum.mine(1)
      await ethereum.look()
      await expectOrder(shop, order, { status: 'expired', flags: ['wrong_network'], received: 0n })
    })

    test.each([
      ['erc20', 'ethereum', 'bsc', 'bep20'],
      ['ethereum', 'ethereum', 'bsc', 'bep20'],
      ['bep20', 'bsc', 'ethereum', 'erc20'],
      ['bep20', 'bsc', 'ethereum', 'ethereum'],
    ] as const)('an order of %s on %s, paid on %s as %s', async (rail, home, abroad, as) => {
      const [right, wrong] = [labs[home], labs[abroad]]
      const way = right.ways.find((one) => one.name === rail)!
      const other = wrong.ways.find((one) => one.name === as)!
      const [open, over] = [await right.order(way), await right.order(way, { ageS: 1000 })]
      await right.look()
      for (const { address } of [open, over]) await other.pay({ address, atoms: 10n ** 18n })
      await wrong.mine(1)
      await wrong.look()
      await right.look()
      // an order's own depth is asked of money on another network, too
      await wrong.mine(12)
      await wrong.settle()
      await right.settle()
      for (const order of [open, over]) {
        await expectOrder(shop, order, { status: 'review', flags: ['wrong_network'], received: 0n })
      }
      await way.pay({ address: open.address, atoms: open.due })
      await right.mine(1)
      await right.look()
      await right.settle()
      await expectOrder(shop, open, {
        status: 'confirmed',
        flags: ['wrong_network'],
        received: open.due,
        transfers: 2,
      })
    })
  })
}
