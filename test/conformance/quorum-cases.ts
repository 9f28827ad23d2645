import { describe, expect, test } from 'vitest'
import { expectOrder } from './expect-order.ts'
import type { Lab, Way } from './lab.ts'

/** A price that requires two nodes: 1,535.76 USD. */
const DEAR = { quantity: 24 }
const DISAGREEMENT_S = 30 * 60

/** Two nodes, and orders whose value requires both. */
export function quorumCases(lab: () => Lab, way: () => Way, knows: { readonly mempool: boolean }): void {
  /** Creates an order whose payment is in a block. @returns the order and the block's hash. */
  async function paidDear() {
    const it = lab()
    it.restart(2)
    const order = await it.order(way(), DEAR)
    await way().pay({ address: order.address, atoms: order.due })
    await it.mine(1)
    return { order, blockHash: (await it.reader().head()).hash }
  }

  describe('two nodes', () => {
    test('that agree release the keys at the required depth', async () => {
      const { shop, ...it } = lab()
      const { order } = await paidDear()
      await it.look()
      await expectOrder(shop, order, { status: 'detected', received: order.due })
      await it.settle()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
    })

    test('that disagree are reported, lead to review after half an hour, and count once they agree', async () => {
      const { shop, ...it } = lab()
      const { order, blockHash } = await paidDear()
      it.faults[1]?.lie(blockHash, otherHash(blockHash))
      await it.look()
      await it.settle()
      const flags = ['nodes_disagree'] as const
      await expectOrder(shop, order, { status: 'detected', flags, received: order.due })
      await it.pass(DISAGREEMENT_S + 1)
      await it.mine(1)
      await it.look()
      await expectOrder(shop, order, { status: 'review', flags, received: order.due })
      const { attestations } = await shop.db
        .selectFrom('transfers')
        .select('attestations')
        .where('payment_id', '=', order.id)
        .executeTakeFirstOrThrow()
      expect(attestations).toMatchObject([{ says: 'agrees' }, { says: 'disagrees' }])
      await it.faults[1]?.heal()
      await it.look()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
    })

    test('of which one is down release no key until it responds', async () => {
      const { shop, ...it } = lab()
      const { order } = await paidDear()
      await it.faults[1]?.down()
      await it.look()
      await it.settle()
      await expectOrder(shop, order, { status: 'detected', received: order.due })
      it.restart(2)
      await it.pass(DISAGREEMENT_S + 1)
      await it.mine(1)
      await it.look()
      await expectOrder(shop, order, { status: 'detected', received: order.due })
      await it.faults[1]?.heal()
      await it.look()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
    })

    test('of which the first is down still show a payment, and the keys wait for both', async () => {
      const { shop, ...it } = lab()
      await it.faults[0]?.down()
      const { order } = await paidDear()
      await it.look()
      await it.settle()
      await expectOrder(shop, order, { status: 'detected', received: order.due })
      await it.faults[0]?.heal()
      await it.lookUntilWell()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
    })

    test.skipIf(!knows.mempool)('that agreed on a part are asked about the rest as well', async () => {
      const { shop, ...it } = lab()
      it.restart(2)
      const order = await it.order(way(), DEAR)
      const part = order.due / 2n
      await way().pay({ address: order.address, atoms: part })
      await it.mine(1)
      await way().pay({ address: order.address, atoms: order.due - part })
      await it.look()
      await it.look()
      await it.faults[1]?.down()
      await it.settle()
      await expectOrder(shop, order, { status: 'detected', received: order.due, transfers: 2 })
      await it.faults[1]?.heal()
      await it.look()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 2 })
    })
  })
}

/** Returns another hash of the same format. */
function otherHash(hash: string): string {
  const last = hash.endsWith('0') ? '1' : '0'
  return hash.slice(0, -1) + last
}
