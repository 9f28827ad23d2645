import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { rescanBlocks } from '#server/chain-watcher/rescan-blocks.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { isNative } from '#shared/assets.ts'
import { railOf } from '#shared/rails.ts'
import { EDITION_IDS } from '#test/editions.ts'
import { expectOrder } from './expect-order.ts'
import type { Lab, Way } from './lab.ts'
import type { Shop } from './shop.ts'
import { TEST_CIPHER } from '../installation-secret.ts'
import { testWhere } from './test-where.ts'

const KEYS_PER_EDITION = 10
/** More than a reorganisation ever replaced. */
const BLOCKS_BETWEEN = 30

/** A new shop on extended public keys that an earlier shop used: its addresses may hold money of other buyers. */
export function reusedXpubCases(lab: () => Lab, supports = { tellingUse: true }): void {
  describe('a new database on a used extended public key', () => {
    test('what lies on an earlier address pays for no order', async () => {
      const { shop, ...it } = lab()
      for (const way of kindsOf(it.ways)) {
        const earlier = [await it.order(way), await it.order(way)]
        for (const { address, due } of earlier) await way.pay({ address, atoms: due * 2n })
        await it.settle()
        await it.settle()
        for (const order of earlier)
          await expectOrder(shop, order, {
            status: 'confirmed',
            flags: ['overpaid'],
            received: order.due * 2n,
          })
        await installAnew(shop)
        it.restart()
        await it.look()
        const order = await it.order(way)
        await it.settle()
        await it.pass(901)
        await it.settle()
        await it.look()
        await expectOrder(shop, order, { status: 'expired', received: 0n, transfers: 0 })
        expect(await tellsUse(it, earlier[0]?.address ?? '')).toBe(supports.tellingUse)
        if (supports.tellingUse) expect(earlier.map(({ address }) => address)).not.toContain(order.address)
      }
    })

    // a reader that can tell offers no used address
    testWhere(!supports.tellingUse)(
      'a rescan of the blocks from before an order counts none of their money',
      async () => {
        const { shop, ...it } = lab()
        for (const way of kindsOf(it.ways)) {
          const startAnew = async () => {
            await installAnew(shop)
            it.restart()
            await it.look()
          }
          await startAnew()
          const earlier = await it.order(way)
          await way.pay({ address: earlier.address, atoms: earlier.due * 2n })
          await it.settle()
          await it.pass(2 * 24 * 3600)
          await it.mine(BLOCKS_BETWEEN)
          await it.look()
          await startAnew()
          const order = await it.order(way)
          expect(order.address).toBe(earlier.address)
          const span = { from: 1, to: await it.height() }
          await rescanBlocks(shop.db, it.reader(), span, shop.clock, () => undefined)
          await it.look()
          await expectOrder(shop, order, { status: 'pending', received: 0n })
          expect(await openAlerts(shop)).toBe(0)
          await way.pay({ address: order.address, atoms: order.due })
          await it.settle()
          await expectOrder(shop, order, { status: 'confirmed', received: order.due })
        }
      },
    )
  })
}

/** The coin, by each way to pay it, and one of the tokens: a reader tells the use of an address, whatever it was paid with. */
function kindsOf(ways: readonly Way[]): readonly Way[] {
  const isToken = ({ network }: Way) => !isNative(railOf(network).chain, railOf(network).asset)
  return ways.filter((way) => !isToken(way) || way === ways.find(isToken))
}

/** The old money's blocks are older than the orders by their own times, so nobody needs to decide. */
async function openAlerts({ db }: Shop): Promise<number> {
  const rows = await db.selectFrom('alerts').select('id').where('closed_at', 'is', null).execute()
  return rows.length
}

async function tellsUse(lab: Pick<Lab, 'reader'>, address: string): Promise<boolean> {
  return (await lab.reader().usedAddresses([address]))?.has(address) === true
}

/** Leaves what a new database has: keys to sell, no orders, no cursor, and no address ever derived. */
async function installAnew({ db }: Shop): Promise<void> {
  await sql`truncate payments, wallets, cursors, checkpoints, outflows, game_keys cascade`.execute(db)
  for (const edition of EDITION_IDS) await addNewKeys(db, TEST_CIPHER, edition, KEYS_PER_EDITION)
}
