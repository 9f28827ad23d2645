import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Block, FoundTransfer } from '#server/chain/chain-reader.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { atoms } from '#shared/money.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { forgetOrders, orderDeps, placeOrder } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { storeTransfers } from './store-transfers.ts'

let database: TestDatabase
let time: ReturnType<typeof testClock>
let deps: ReturnType<typeof orderDeps>
let order: PaymentRecord
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await forgetOrders(database.db)
  time = testClock()
  deps = orderDeps(database.db, time.clock)
  order = await placeOrder(deps)
})
afterAll(() => database.close())

test('a transaction with 2,500 outputs to one order is a few rows with the whole sum', async () => {
  await store(outputsOf('first', 2_500))
  expect(await live()).toEqual({ rows: 21, atoms: 2_500n * 600n })
  // in a block, with all its outputs, as a scan finds it
  await store(outputsOf('first', 2_500, { height: 7, hash: 'seven', parentHash: 'six', at: time.clock() }))
  expect(await live()).toEqual({ rows: 21, atoms: 2_500n * 600n })
  expect((await settlePayment(deps, order.id)).status).toBe('detected')
  await database.db.updateTable('transfers').set({ lost_at: time.clock(), lost_as: 'replaced' }).execute()
  await store(outputsOf('second', 2_000))
  expect(await live()).toEqual({ rows: 21, atoms: 2_000n * 600n })
})

test('outputs that an earlier release stored one by one are not counted beside their sum', async () => {
  const outputs = outputsOf('first', 50)
  for (const one of outputs) await store([one])
  expect(await live()).toEqual({ rows: 50, atoms: 50n * 600n })
  await store(
    outputs.map((one) => ({ ...one, block: { height: 7, hash: 'seven', parentHash: '', at: time.clock() } })),
  )
  expect(await live()).toEqual({ rows: 21, atoms: 50n * 600n })
})

test('an output that is found in the mempool and in a block at the same time is one transfer in that block', async () => {
  const [one] = outputsOf('first', 1)
  if (one === undefined) throw new Error('no output was made')
  const block = { height: 7, hash: 'seven', parentHash: '', at: time.clock() }
  await store([one, { ...one, block }, one])
  const rows = await database.db.selectFrom('transfers').select('block_hash').execute()
  expect(rows).toEqual([{ block_hash: 'seven' }])
})

test('a transaction with another amount in its new block counts with the new amount', async () => {
  const block = { height: 7, hash: 'seven', parentHash: '', at: time.clock() }
  const found = outputsOf('first', 1, block)
  await store(found)
  await database.db
    .updateTable('transfers')
    .set({ lost_at: time.clock(), lost_as: 'orphaned', block_height: null, block_hash: null, block_at: null })
    .execute()
  await store(found.map((one) => ({ ...one, atoms: atoms(1n), block: { ...block, hash: 'other' } })))
  expect(await live()).toEqual({ rows: 1, atoms: 1n })
})

function outputsOf(txHash: string, count: number, block: Block | null = null): readonly FoundTransfer[] {
  return Array.from({ length: count }, (_, index) => ({
    asset: 'BTC',
    address: order.payment_address,
    atoms: atoms(600n),
    evidence: 'output',
    txHash,
    index,
    block,
    inputs: ['coins:0'],
  }))
}

async function store(transfers: readonly FoundTransfer[]): Promise<void> {
  const found = { seenAt: time.clock(), unseenUntil: null }
  await database.db.transaction().execute((tx) => storeTransfers(tx, 'bitcoin', transfers, found))
}

async function live(): Promise<{ rows: number; atoms: bigint }> {
  const rows = await database.db
    .selectFrom('transfers')
    .select('atoms')
    .where('lost_at', 'is', null)
    .execute()
  return { rows: rows.length, atoms: rows.reduce((total, one) => total + one.atoms, 0n) }
}
