import { afterAll, afterEach, beforeAll, describe, test } from 'vitest'
import { EVM_CHAINS, type ChainId, type EvmChainId } from '#shared/chains.ts'
import { railOf, type NetworkId } from '#shared/rails.ts'
import { expectNothingTwice, expectOrder } from './expect-order.ts'
import { createLab, type Lab, type Rig } from './lab.ts'
import { openShop, type Shop } from './shop.ts'

/** An order's rail, and the rail of another chain on which it is paid. */
const WRONG_NETWORK_PAYMENTS: readonly (readonly [order: NetworkId, paidAs: NetworkId])[] = [
  ['erc20', 'bep20'],
  ['ethereum', 'bep20'],
  ['bep20', 'erc20'],
  ['bep20', 'ethereum'],
  ['usdc-ethereum', 'usdc-base'],
  ['usdc-base', 'erc20'],
]
const CHAINS_UNDER_TEST = EVM_CHAINS.filter((chain) =>
  WRONG_NETWORK_PAYMENTS.flat().some((network) => railOf(network).chain === chain),
)

/** Chains of one wallet share addresses: money sent on the wrong one of them is detected and needs a decision of the staff. */
export function acrossCases(name: string, open: (shop: Shop, chain: EvmChainId) => Promise<Rig> | Rig): void {
  describe(`${name}: the wrong network`, () => {
    let shop: Shop
    const labs = new Map<ChainId, Lab>()
    const labOf = (chain: ChainId): Lab => {
      const lab = labs.get(chain)
      if (lab === undefined) throw new Error(`no order crosses ${chain}`)
      return lab
    }
    beforeAll(async () => {
      shop = await openShop()
      for (const chain of CHAINS_UNDER_TEST) labs.set(chain, createLab(shop, await open(shop, chain)))
      for (const lab of labs.values()) {
        await lab.mine(12)
        await lab.look()
      }
    })
    afterEach(() => expectNothingTwice(shop))
    afterAll(async () => {
      for (const lab of labs.values()) await lab.stop()
      await shop.close()
    })

    test('polling one chain expires no order of the other, whose node is down', async () => {
      const [ethereum, bsc] = [labOf('ethereum'), labOf('bsc')]
      const order = await ethereum.order(ethereum.ways.find((one) => one.name === 'erc20')!)
      await ethereum.look()
      await ethereum.faults[0]?.goDown()
      await bsc.ways[0]!.pay({ address: order.address, atoms: 10n ** 18n })
      await ethereum.pass(1000)
      await bsc.mine(1)
      await bsc.look()
      await expectOrder(shop, order, { status: 'pending', flags: ['wrong_network'], received: 0n })
      await ethereum.faults[0]?.repair()
      await ethereum.mine(1)
      await ethereum.look()
      await expectOrder(shop, order, { status: 'expired', flags: ['wrong_network'], received: 0n })
    })

    test.each(WRONG_NETWORK_PAYMENTS)('an order of %s, paid as %s', async (rail, as) => {
      const [right, wrong] = [labOf(railOf(rail).chain), labOf(railOf(as).chain)]
      const way = right.ways.find((one) => one.name === rail)!
      const other = wrong.ways.find((one) => one.name === as)!
      const [open, over] = [await right.order(way), await right.order(way, { ageS: 1000 })]
      await right.look()
      for (const { address } of [open, over]) await other.pay({ address, atoms: 10n ** 18n })
      await wrong.mine(1)
      await wrong.look()
      await right.look()
      // money on another network needs the confirmations that its order requires, too
      await wrong.mine(30)
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
