import { describe, expect, test } from 'vitest'
import { rescanBlocks } from '#server/chain-watcher/rescan-blocks.ts'
import { CHAIN_TABLE } from '#shared/chains.ts'
import { expectOrder } from './expect-order.ts'
import type { Lab, Way } from './lab.ts'
import type { Order } from './shop.ts'

/** Blocks per poll when a chain with short blocks is polled every three seconds. */
const BLOCKS_PER_POLL = 7
/** More seconds than the second pass over logs stays behind the head. */
const SECOND_PASS_S = 100

/** Nodes that omit token logs without an error: because a machine is behind, or because it never indexed a block. */
export function missingLogCases(lab: () => Lab, way: () => Way): void {
  const evidenceOf = async (order: Order) => {
    const rows = await lab()
      .shop.db.selectFrom('transfers')
      .select('evidence')
      .where('payment_id', '=', order.id)
      .where('lost_at', 'is', null)
      .execute()
    return rows.map((row) => row.evidence)
  }
  const pay = ({ address }: Order, atoms: bigint) => way().pay({ address, atoms })
  /** Pays an order in a block whose logs the node omits when the block is read. */
  const payUnseen = async (order: Order) => {
    const { hideLogs, mine, look } = lab()
    hideLogs?.(true)
    await pay(order, order.due)
    await mine(1)
    await look()
    hideLogs?.(false)
  }
  /** Polls while blocks are added and time passes, as a running shop does. */
  const pollForAWhile = async () => {
    const { chain, mine, pass, look, settlingBlocks } = lab()
    const { blockTimeS, finality } = CHAIN_TABLE[chain]
    const blocks = Math.max(Math.ceil(SECOND_PASS_S / blockTimeS), finality.shownDepth) + settlingBlocks
    const step = Math.max(BLOCKS_PER_POLL, Math.ceil(blocks / 8))
    for (let mined = 0; mined <= blocks; mined += step) {
      await mine(step)
      await pass(35)
      await look()
    }
  }

  describe('logs that the node does not return', () => {
    test('the balance of an order is read before it expires, and the money counts once when its log appears', async () => {
      const { shop, ...it } = lab()
      // longer than the blocks mined so far put the chain's clock ahead of the shop's
      const long = { windowS: 4 * 3600 }
      const [paid, unpaid] = [await it.order(way(), long), await it.order(way(), long)]
      const from = await it.height()
      it.hideLogs?.(true)
      await pay(paid, paid.due)
      await it.mine(1)
      await it.look()
      await expectOrder(shop, paid, { status: 'pending', received: 0n })
      await it.pass(4 * 3600 + 100)
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
      expect(await evidenceOf(paid)).toEqual(['output'])
    })

    // holds I3
    test('a log that was missing when its block was read is found by the second pass', async () => {
      const { shop, ...it } = lab()
      const order = await it.order(way(), { windowS: 24 * 3600 })
      await it.look()
      await payUnseen(order)
      await expectOrder(shop, order, { status: 'pending', received: 0n })
      await pollForAWhile()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
      expect(await evidenceOf(order)).toEqual(['output'])
    })

    // holds I8
    test('a payment whose log was missing is found although another one has paid the order and is final', async () => {
      const { shop, ...it } = lab()
      const order = await it.order(way(), { windowS: 24 * 3600 })
      await it.look()
      await payUnseen(order)
      await pay(order, order.due)
      await it.mine(1)
      await it.look()
      await pollForAWhile()
      await expectOrder(shop, order, {
        status: 'confirmed',
        flags: ['overpaid'],
        received: 2n * order.due,
        transfers: 2,
      })
    })

    test('a log that was missing when its block was read is found before the order expires', async () => {
      const { shop, ...it } = lab()
      // longer than the blocks mined so far put the chain's clock ahead of the shop's
      const order = await it.order(way(), { windowS: 4 * 3600 })
      await it.look()
      await payUnseen(order)
      await it.pass(4 * 3600 + 100)
      await it.mine(12)
      await it.look()
      await it.look()
      await it.settle()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
      expect(await evidenceOf(order)).toEqual(['output'])
    })

    test.each([16, 25])('a machine that serves logs and is always %i blocks behind', async (behind) => {
      const { shop, ...it } = lab()
      const order = await it.order(way(), { windowS: 24 * 3600 })
      await it.look()
      it.lagLogs?.(behind)
      try {
        await pay(order, order.due)
        for (let polls = 0; polls < 6; polls += 1) {
          await it.mine(BLOCKS_PER_POLL)
          await it.look()
        }
        await pollForAWhile()
      } finally {
        it.lagLogs?.(0)
      }
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
      expect(await evidenceOf(order)).toEqual(['output'])
    })

    test('a partly paid order whose second log is missing does not stay partly paid', async () => {
      const { shop, ...it } = lab()
      const order = await it.order(way())
      await it.look()
      await pay(order, order.due / 2n)
      await it.mine(1)
      await it.look()
      it.hideLogs?.(true)
      await pay(order, order.due - order.due / 2n)
      await it.mine(1)
      await it.look()
      await expectOrder(shop, order, { status: 'partial', flags: ['underpaid'], received: order.due / 2n })
      await it.pass(1000)
      await it.mine(1)
      await it.look()
      await it.look()
      await it.settle()
      it.hideLogs?.(false)
      await expectOrder(shop, order, {
        status: 'confirmed',
        flags: ['late'],
        received: order.due,
        transfers: 2,
      })
    })
  })
}
