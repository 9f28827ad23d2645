import { describe, expect, test } from 'vitest'
import { expectOrder } from './expect-order.ts'
import type { Lab, Way } from './lab.ts'

/** A node may refuse to read balances: its plan lacks the method, or it keeps no states. */
export function refusedReadCases(lab: () => Lab, way: () => Way): void {
  describe('a node that refuses to read balances', () => {
    test('an order paid by a visible transfer is confirmed, one without money stays open until balances are read', async () => {
      const { shop, ...it } = lab()
      const [paid, unpaid] = [
        await it.order(way(), { windowS: 3600 }),
        await it.order(way(), { windowS: 120 }),
      ]
      await it.look()
      it.refuseBalances?.(true)
      try {
        if (way().hasTransfers) await way().pay({ address: paid.address, atoms: paid.due })
        await it.mine(1)
        await it.pass(300)
        await it.look()
        await it.mine(it.settlingBlocks)
        await it.pass(1)
        await it.look()
        if (way().hasTransfers) await expectOrder(shop, paid, { status: 'confirmed', received: paid.due })
        await expectOrder(shop, unpaid, { status: 'pending', received: 0n })
        const state = await shop.db
          .selectFrom('chain_states')
          .select(['refused_read', 'refused_since'])
          .where('chain', '=', it.chain)
          .executeTakeFirst()
        expect(state?.refused_read).toMatch(/eth_call/)
        expect(state?.refused_since).toBeInstanceOf(Date)
      } finally {
        it.refuseBalances?.(false)
      }
      await it.pass(600)
      await it.mine(1)
      await it.look()
      await it.mine(1)
      await it.look()
      await expectOrder(shop, unpaid, { status: 'expired', received: 0n })
      const healed = await shop.db
        .selectFrom('chain_states')
        .select(['refused_read', 'refused_since'])
        .where('chain', '=', it.chain)
        .executeTakeFirst()
      expect(healed).toEqual({ refused_read: null, refused_since: null })
    })
  })
}
