import { beforeEach, describe, expect, test } from 'vitest'
import type { Block, FoundTransfer } from '#server/chain/chain-reader.ts'
import { acceptPayment } from '#server/payments/accept-payment.ts'
import { deliverOrder } from '#server/payments/deliver-order.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { atoms } from '#shared/money.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { placeOrder } from '#test/order-fixture.ts'
import { storeTransfers } from './store-transfers.ts'
import { useOrders } from '#test/use-orders.ts'

const database = useTestDatabase()
const { time, deps } = useOrders(database)
let order: PaymentRecord
beforeEach(async () => {
  order = await placeOrder(deps)
})

// holds I7
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

describe('an order that was made while a node showed a longer, false chain', () => {
  const FALSE_HEIGHT = 1_000

  beforeEach(async () => {
    await showHead(FALSE_HEIGHT)
    order = await placeOrder(deps)
    await showHead(120)
  })

  test.each([
    ['the whole amount', 100],
    ['a part of it', 40],
  ])('waits for a person if %s came, and hands out no keys by itself', async (_, percent) => {
    await store([payment((order.due_atoms * BigInt(percent)) / 100n, time.clock())])
    expect(await settlePayment(deps, order.id)).toEqual({ status: 'review', isDeliverable: false })
    expect(await stateOf()).toEqual({ flags: ['predates_order'], received_atoms: 0n })
    expect((await deliverOrder(deps, order.id)).kind).toBe('nothing-to-do')
    expect(await openAlerts()).toEqual([order.id])
    const accepted = await database.db
      .transaction()
      .execute((tx) => acceptPayment(tx, deps, order.id, undefined))
    expect(accepted).toMatchObject({
      kind: 'accepted',
      settled: { status: 'confirmed', isDeliverable: true },
    })
    expect(await openAlerts()).toEqual([])
  })

  test('is settled by itself once the payment is in a block of a known height', async () => {
    const block = { height: FALSE_HEIGHT + 1, hash: 'higher', parentHash: '', at: time.clock() }
    const paid = payment(order.due_atoms, time.clock())
    await store([paid])
    expect((await settlePayment(deps, order.id)).status).toBe('review')
    await showHead(FALSE_HEIGHT + 50)
    await store([{ ...paid, block }])
    expect((await settlePayment(deps, order.id)).status).toBe('confirmed')
    expect(await openAlerts()).toEqual([])
  })

  test('and whose address was used long before is no matter for staff', async () => {
    await store([payment(order.due_atoms, new Date(order.created_at.getTime() - 30 * 24 * 3600_000))])
    expect((await settlePayment(deps, order.id)).status).toBe('pending')
    expect(await stateOf()).toEqual({ flags: [], received_atoms: 0n })
    expect(await openAlerts()).toEqual([])
    expect(await live()).toEqual({ rows: 1, atoms: order.due_atoms })
  })

  test('is left alone if the amount is negligible', async () => {
    await store([payment(500n, time.clock())])
    expect((await settlePayment(deps, order.id)).status).toBe('pending')
  })
})

function payment(amount: bigint, at: Date): FoundTransfer {
  return {
    asset: 'BTC',
    address: order.payment_address,
    atoms: atoms(amount),
    evidence: 'output',
    txHash: 'payment',
    index: 0,
    block: { height: 101, hash: 'true', parentHash: '', at },
    inputs: ['coins:0'],
  }
}

async function showHead(height: number): Promise<void> {
  const head = { height, hash: `head ${String(height)}`, head_height: height, finalized_height: height - 6 }
  const seen = { chain: 'bitcoin', ...head, block_at: time.clock(), watched_until: time.clock() }
  await database.db
    .insertInto('cursors')
    .values(seen)
    .onConflict((conflict) => conflict.column('chain').doUpdateSet(head))
    .execute()
}

async function stateOf(): Promise<unknown> {
  return database.db
    .selectFrom('payments')
    .select(['flags', 'received_atoms'])
    .where('id', '=', order.id)
    .executeTakeFirst()
}

async function openAlerts(): Promise<readonly string[]> {
  const rows = await database.db
    .selectFrom('alerts')
    .select('subject')
    .where('kind', '=', 'payment-predates-order')
    .where('closed_at', 'is', null)
    .execute()
  return rows.map(({ subject }) => subject)
}

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
