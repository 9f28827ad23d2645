import { describe, expect, test } from 'vitest'
import { expectOrder } from './expect-order.ts'
import type { Lab, Way } from './lab.ts'
import type { Order, Shop } from './shop.ts'
import { testWhere } from './test-where.ts'

/** A price that requires two nodes: 1,535.76 USD. */
const EXPENSIVE = { quantity: 24 }
/** A price below that: 127.98 USD. */
const CHEAP = { quantity: 2 }
const DISAGREEMENT_S = 30 * 60
/** Longer than a node that failed is left alone. */
const PAUSE_S = 65

/** Two nodes, and orders whose value requires both or does not. */
export function quorumCases(
  lab: () => Lab,
  way: () => Way,
  supports: { readonly mempool: boolean; readonly many: boolean },
): void {
  /** Creates an order whose payment is in a block. @returns the order and the block's hash. */
  async function payOrder(wish: { readonly quantity: number }) {
    const it = lab()
    it.restart(2)
    const order = await it.order(way(), wish)
    await way().pay({ address: order.address, atoms: order.due })
    await it.mine(1)
    return { order, blockHash: (await it.reader().head()).hash }
  }

  describe('two nodes', () => {
    test('that agree release the keys at the required depth', async () => {
      const { shop, ...it } = lab()
      const { order } = await payOrder(EXPENSIVE)
      await it.look()
      await expectOrder(shop, order, { status: 'detected', received: order.due })
      await it.settle()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
    })

    test('that disagree are reported, lead to review after half an hour, and count once they agree', async () => {
      const { shop, ...it } = lab()
      const { order, blockHash } = await payOrder(EXPENSIVE)
      it.faults[1]?.rewriteAnswers(blockHash, otherHash(blockHash))
      await it.look()
      await it.settle()
      const flags = ['nodes_disagree'] as const
      await expectOrder(shop, order, { status: 'detected', flags, received: order.due })
      await it.pass(DISAGREEMENT_S + 1)
      await it.mine(1)
      await it.look()
      await expectOrder(shop, order, { status: 'review', flags, received: order.due })
      expect(await answersAbout(shop, order)).toMatchObject([{ says: 'agrees' }, { says: 'disagrees' }])
      await it.faults[1]?.repair()
      await it.look()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
    })

    test('of which one is down leave the decision to staff after half an hour, until it responds', async () => {
      const { shop, ...it } = lab()
      const { order } = await payOrder(EXPENSIVE)
      await it.faults[1]?.goDown()
      await it.look()
      await it.settle()
      await expectOrder(shop, order, { status: 'detected', received: order.due })
      it.restart(2)
      await it.pass(DISAGREEMENT_S + 1)
      await it.mine(1)
      await it.look()
      await expectOrder(shop, order, { status: 'review', received: order.due })
      expect(await openAlerts(shop, order)).toEqual(['nodes-not-agreed'])
      expect(await answersAbout(shop, order)).toMatchObject([{ says: 'agrees' }, { says: 'unknown' }])
      await it.faults[1]?.repair()
      await it.pass(PAUSE_S)
      await it.look()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
      expect(await openAlerts(shop, order)).toEqual([])
    })

    test('of which one is down stop no order below that value', async () => {
      const { shop, ...it } = lab()
      const { order } = await payOrder(CHEAP)
      await it.faults[1]?.goDown()
      await it.settle()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
    })

    test('that disagree stop an order of any value', async () => {
      const { shop, ...it } = lab()
      const { order, blockHash } = await payOrder(CHEAP)
      it.faults[1]?.rewriteAnswers(blockHash, otherHash(blockHash))
      await it.look()
      await it.settle()
      const flags = ['nodes_disagree'] as const
      await expectOrder(shop, order, { status: 'detected', flags, received: order.due })
      await it.faults[1]?.repair()
      await it.look()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
    })

    test('of which the first is down still show a payment, and the keys wait for both', async () => {
      const { shop, ...it } = lab()
      await it.faults[0]?.goDown()
      const { order } = await payOrder(EXPENSIVE)
      await it.look()
      await it.settle()
      await expectOrder(shop, order, { status: 'detected', received: order.due })
      await it.faults[0]?.repair()
      await it.pass(PAUSE_S)
      await it.lookUntilSuccess()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
    })

    testWhere(supports.many)('agree about an order that one transaction pays with 25 outputs', async () => {
      const { shop, ...it } = lab()
      it.restart(2)
      const order = await it.order(way(), EXPENSIVE)
      const part = order.due / 25n
      const parts = Array.from({ length: 25 }, (_, at) => (at === 0 ? order.due - 24n * part : part))
      await way().payMany?.(parts.map((atoms) => ({ address: order.address, atoms })))
      await it.mine(1)
      await it.look()
      await it.settle()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due })
    })

    testWhere(supports.mempool)('that agreed on a part are asked about the rest as well', async () => {
      const { shop, ...it } = lab()
      it.restart(2)
      const order = await it.order(way(), EXPENSIVE)
      const part = order.due / 2n
      await way().pay({ address: order.address, atoms: part })
      await it.mine(1)
      await way().pay({ address: order.address, atoms: order.due - part })
      await it.look()
      await it.look()
      await it.faults[1]?.goDown()
      await it.settle()
      await expectOrder(shop, order, { status: 'detected', received: order.due, transfers: 2 })
      await it.faults[1]?.repair()
      await it.pass(PAUSE_S)
      await it.look()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 2 })
    })
  })
}

/** The stored answers of the nodes about an order's transfer. */
async function answersAbout({ db }: Shop, order: Order): Promise<unknown> {
  const { attestations } = await db
    .selectFrom('transfers')
    .select('attestations')
    .where('payment_id', '=', order.id)
    .executeTakeFirstOrThrow()
  return attestations
}

/** The kinds of open alerts about an order. */
export async function openAlerts({ db }: Shop, order: Pick<Order, 'id'>): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('alerts')
    .select('kind')
    .where('subject', '=', order.id)
    .where('closed_at', 'is', null)
    .execute()
  return rows.map(({ kind }) => kind)
}

/** Returns another hash of the same format. */
export function otherHash(hash: string): string {
  const last = hash.endsWith('0') ? '1' : '0'
  return hash.slice(0, -1) + last
}
