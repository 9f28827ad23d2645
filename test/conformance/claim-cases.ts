import { describe, expect, test } from 'vitest'
import { claimPayment } from '#server/chain-watcher/claim-payment.ts'
import type { ClaimOutcome } from '#shared/orders-api.ts'
import { expectOrder } from './expect-order.ts'
import type { Lab, Way } from './lab.ts'
import type { Order } from './shop.ts'

const UNKNOWN_HASH = 'ab'.repeat(32)

async function claim({ shop, reader }: Lab, order: Order, txHash: string): Promise<ClaimOutcome> {
  const record = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const deps = { db: shop.db, clock: shop.clock, readers: [reader()] }
  return claimPayment(deps, record, txHash, () => Promise.resolve())
}

/** Transactions that staff enter on an order because a buyer says they paid it. */
export function claimCases(lab: () => Lab, way: () => Way): void {
  const pay = ({ address }: Order, atoms: bigint) => way().pay({ address, atoms })

  describe('a claimed transaction', () => {
    test('is known if a scan found it, and counts once', async () => {
      const { shop, ...it } = lab()
      const order = await it.order(way())
      const txHash = await pay(order, order.due)
      await it.mine(1)
      await it.look()
      expect(await claim(lab(), order, txHash)).toBe('known')
      await it.settle()
      expect(await claim(lab(), order, txHash.toUpperCase().replace('0X', '0x'))).toBe('known')
      await it.look()
      await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
    })

    test('that does not pay the order changes nothing, and says why', async () => {
      const { shop, ...it } = lab()
      const [order, other] = [await it.order(way()), await it.order(way())]
      const elsewhere = await pay(other, other.due)
      const fake = await way().payFake?.({ address: order.address, atoms: order.due })
      await it.mine(1)
      expect(await claim(lab(), order, elsewhere)).toBe('nothing_to_address')
      expect(await claim(lab(), order, UNKNOWN_HASH)).toBe('not_found')
      if (fake !== undefined) expect(await claim(lab(), order, fake)).toBe('unknown_token')
      await it.settle()
      await expectOrder(shop, order, { status: 'pending', received: 0n, transfers: 0 })
    })

    test('is not judged while the node is down', async () => {
      const { shop, ...it } = lab()
      const order = await it.order(way())
      await it.faults[0]?.goDown()
      expect(await claim(lab(), order, UNKNOWN_HASH)).toBe('unanswered')
      await it.faults[0]?.repair()
      await expectOrder(shop, order, { status: 'pending', received: 0n })
    })
  })
}

/** Transactions whose logs the node does not return. */
export function missedClaimCases(lab: () => Lab, way: () => Way): void {
  test('a claimed transaction that the scan missed is found, and its keys leave once', async () => {
    const { shop, ...it } = lab()
    const order = await it.order(way(), { windowS: 24 * 3600 })
    await it.look()
    it.hideLogs?.(true)
    const txHash = await way().pay({ address: order.address, atoms: order.due })
    await it.mine(1)
    await it.look()
    await expectOrder(shop, order, { status: 'pending', received: 0n, transfers: 0 })
    const claimed = () => claim(lab(), order, txHash)
    expect(await Promise.all([claimed(), claimed()])).toContain('stored')
    await it.look()
    await it.settle()
    expect(await claimed()).toBe('known')
    it.hideLogs?.(false)
    await it.mine(1)
    await it.look()
    await expectOrder(shop, order, { status: 'confirmed', received: order.due, transfers: 1 })
  })
}
