import { expect, test } from 'vitest'
import { createSimChain } from '#server/demo/sim-chain.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { orderDeps, placeOrder } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { atoms } from '#shared/money.ts'
import type { Block } from '#server/chain/chain-reader.ts'
import { pageOfScope } from './balance-pages.ts'
import { beginCursor, moveCursor } from './cursor.ts'
import { readBalances } from './read-balances.ts'

const database = useTestDatabase()
const time = testClock()

test('a balance counts once even if an outdated process reads it as well, and no more when it is gone', async () => {
  const { db } = database
  const record = await placeOrder(orderDeps(db, time.clock), {
    cryptoType: 'ethereum',
    cryptoNetwork: 'ethereum',
    walletAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  })
  const chain = createSimChain({ db, chain: 'ethereum', clock: time.clock })
  const sent = {
    address: record.payment_address,
    asset: 'ETH',
    isGenuine: true,
    evidence: 'balance',
  } as const
  await chain.pay({ ...sent, atoms: atoms(record.due_atoms) })
  await chain.tick()
  const first = await chain.reader.head()
  const cursor = await beginCursor(db, 'ethereum', first, [])
  await chain.tick()
  const second = await chain.reader.head()
  await db.transaction().execute((tx) => moveCursor(tx, 'ethereum', cursor, second))

  const read = async (at: Block, reader = chain.reader) =>
    readBalances(
      db,
      reader,
      await pageOfScope(db, 'ethereum', at.height, 'open', time.clock()),
      at,
      time.clock(),
    )
  await read(first) // outdated: the cursor is at the second
  expect(await counted()).toEqual([])
  await Promise.all(Array.from({ length: 4 }, () => read(second)))
  expect(await counted()).toEqual([record.due_atoms])
  await read(second, { ...chain.reader, hiddenInflows: () => Promise.resolve([]) })
  expect(await counted()).toEqual([])

  async function counted() {
    const rows = await db
      .selectFrom('transfers')
      .select('atoms')
      .where('payment_id', '=', record.id)
      .execute()
    return rows.map((row) => row.atoms)
  }
})
