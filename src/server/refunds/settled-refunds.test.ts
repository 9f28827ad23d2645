import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useTestDatabase } from '#test/use-test-database.ts'
import { payOnChain, placeOrder } from '#test/order-fixture.ts'
import { ask, askAndQuote, placePaidOrder, readOrder, readRefund, record } from '#test/refund-fixture.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { quoteRefund } from './quote-refund.ts'
import { readActiveRefunds } from './refund-record.ts'
import { useOrders } from '#test/use-orders.ts'

const DAY_S = 24 * 3600
const BITCOIN = 100_000_000n
const HEAD = 1_000
const database = useTestDatabase()
const { time, deps } = useOrders(database)
async function lose(txHash: string, lostAs: 'replaced' | 'orphaned'): Promise<void> {
  await database.db
    .updateTable('transfers')
    .set({ lost_at: time.clock(), lost_as: lostAs })
    .where('tx_hash', '=', txHash)
    .execute()
}

async function confirm(txHash: string, confirmations: number): Promise<void> {
  const height = HEAD - confirmations + 1
  await database.db
    .updateTable('transfers')
    .set({ block_height: height, block_hash: `block ${String(height)}`, block_at: time.clock() })
    .where('tx_hash', '=', txHash)
    .execute()
}

const settle = (order: PaymentRecord) => settlePayment(deps, order.id)
const quoteOf = (id: string) =>
  database.db.transaction().execute((tx) => quoteRefund(tx, id, deps.policy, time.clock()))

async function askedId(order: PaymentRecord, request: Parameters<typeof ask>[2] = {}): Promise<string> {
  const asked = await ask(deps, order.id, request)
  if (asked.kind === 'refused') throw new Error(asked.message)
  return asked.refunds[0]?.id ?? ''
}

test('an overpayment that is replaced before it confirms is not refunded', async () => {
  const order = await placePaidOrder(deps)
  const more = await payOnChain(database.db, order, { atoms: BITCOIN, confirmations: 0 })
  await settle(order)
  const id = await askedId(order, { askedBy: 'buyer' })
  expect(await quoteOf(id)).toMatchObject({ code: 'REFUND_UNSETTLED' })
  await lose(more, 'replaced')
  await settle(order)
  expect(await quoteOf(id)).toMatchObject({ refund: { rest_atoms: 0n, owed_atoms: order.due_atoms } })
})

test('an overpayment is refunded once it is as deep as its own value requires', async () => {
  const order = await placePaidOrder(deps)
  const more = await payOnChain(database.db, order, { atoms: BITCOIN, confirmations: 1 })
  await settle(order)
  expect(await ask(deps, order.id, { quantity: 0 })).toMatchObject({ code: 'REFUND_UNSETTLED' })
  const id = await askedId(order, { askedBy: 'buyer' })
  expect(await quoteOf(id)).toMatchObject({ code: 'REFUND_UNSETTLED' })
  await confirm(more, 6)
  await settle(order)
  expect(await quoteOf(id)).toMatchObject({ refund: { rest_atoms: BITCOIN } })
})

test('a payout by a quote that the chain has overtaken is not recorded', async () => {
  const order = await placePaidOrder(deps)
  const more = await payOnChain(database.db, order, { atoms: BITCOIN })
  await settle(order)
  const { id } = await askAndQuote(deps, order.id)
  await lose(more, 'orphaned')
  expect(await record(deps, id, 'ab'.repeat(32))).toMatchObject({ code: 'REFUND_AMOUNT_CHANGED' })
  expect(await quoteOf(id)).toMatchObject({ refund: { rest_atoms: 0n, owed_atoms: order.due_atoms } })
  expect(await record(deps, id, 'ab'.repeat(32))).toMatchObject({ kind: 'recorded' })
})

test('a refund owes nothing once the money of its order is gone', async () => {
  const order = await placePaidOrder(deps)
  const { id } = await askAndQuote(deps, order.id)
  await database.db
    .updateTable('transfers')
    .set({ lost_at: time.clock(), lost_as: 'orphaned' })
    .where('payment_id', '=', order.id)
    .execute()
  expect(await quoteOf(id)).toMatchObject({ code: 'REFUND_NOT_POSSIBLE' })
  expect(await record(deps, id, 'ab'.repeat(32))).toMatchObject({ code: 'REFUND_AMOUNT_CHANGED' })
  expect((await readOrder(database.db, order.id)).status).toBe('review')
})

// holds I4
test('a refund does not owe a payment that a second node contradicts', async () => {
  Object.assign(deps, { policy: { ...deps.policy, endpointCount: () => 2 } })
  const order = await placeOrder(deps)
  await payOnChain(database.db, order, { atoms: 60_000n })
  const says = async (...words: string[]) => {
    const answers = words.map((word, at) => ({ endpoint: `node ${String(at + 1)}`, says: word }))
    await database.db
      .updateTable('transfers')
      .set({ attestations: JSON.stringify(answers) })
      .execute()
  }
  await says('agrees', 'disagrees')
  await settle(order)
  expect(await ask(deps, order.id)).toMatchObject({ kind: 'refused' })
  await says('agrees', 'unknown')
  expect(await askAndQuote(deps, order.id)).toMatchObject({ rest_atoms: 60_000n })
})

test('an amount short by an exchange fee is refunded as it came, not at the full price', async () => {
  const short = 106_200n
  const order = await placePaidOrder(deps, { atoms: short })
  expect(order).toMatchObject({ status: 'confirmed', due_atoms: 106_650n })
  const refund = await askAndQuote(deps, order.id)
  expect(refund.price_cents).toBe(63_72)
  expect(refund.owed_atoms).toBe(106_200n)
})

test('a short payment that was refunded is not refunded again when the order is completed later', async () => {
  const order = await placeOrder(deps)
  await payOnChain(database.db, order, { atoms: 50_000n })
  await settle(order)
  const first = await askAndQuote(deps, order.id)
  expect(await record(deps, first.id, 'ab'.repeat(32))).toMatchObject({ kind: 'recorded' })
  await payOnChain(database.db, order, { atoms: 56_650n })
  await settle(order)
  expect((await readOrder(database.db, order.id)).status).toBe('confirmed')
  const second = await askAndQuote(deps, order.id)
  expect(second).toMatchObject({ price_cents: 33_99, rest_atoms: 0n })
})

test('a stranger does not hold up a refund with dust, nor with what never confirms', async () => {
  const order = await placePaidOrder(deps)
  await payOnChain(database.db, order, { atoms: 100n, confirmations: 0 })
  const { id } = await askAndQuote(deps, order.id)
  expect((await readRefund(database.db, id)).rest_atoms).toBe(0n)
  await payOnChain(database.db, order, { atoms: BITCOIN, confirmations: 0 })
  expect(await quoteOf(id)).toMatchObject({ code: 'REFUND_UNSETTLED' })
  time.pass(14 * DAY_S + 1)
  expect(await quoteOf(id)).toMatchObject({ refund: { rest_atoms: 0n } })
})

test('the schema rejects a rest that did not come', async () => {
  const order = await placePaidOrder(deps)
  await payOnChain(database.db, order, { atoms: BITCOIN, confirmations: 0 })
  const { id } = await askAndQuote(deps, order.id, { quantity: 1 }).catch(async () => ({
    id: (await readActiveRefunds(database.db, order.id))[0]?.id ?? '',
  }))
  const rest = { rest_atoms: BITCOIN, owed_atoms: BITCOIN, quoted_at: time.clock() }
  await expect(
    database.db.updateTable('refunds').set(rest).where('id', '=', id).execute(),
  ).rejects.toMatchObject({ code: '23514' })
})

async function hashOfPayment(order: PaymentRecord): Promise<string> {
  const query = database.db.selectFrom('transfers').select('tx_hash').where('payment_id', '=', order.id)
  return (await query.executeTakeFirstOrThrow()).tx_hash
}

const OVER = fc.constantFrom(600n, 3_000n, 50_000n, 250_000n, BITCOIN)
const WHICH = fc.nat({ max: 4 })
const STEP = fc.oneof(
  fc.record({
    does: fc.constant('pay' as const),
    atoms: OVER,
    confirmations: fc.constantFrom(0, 0, 1, 3, 6),
  }),
  fc.record({ does: fc.constant('confirm' as const), which: WHICH, confirmations: fc.constantFrom(1, 2, 6) }),
  fc.record({
    does: fc.constant('lose' as const),
    which: WHICH,
    as: fc.constantFrom('replaced' as const, 'orphaned' as const),
  }),
  fc.record({ does: fc.constant('ask' as const), copies: fc.constantFrom(0, 1, 2, undefined) }),
  fc.record({ does: fc.constantFrom('quote' as const, 'record' as const, 'settle' as const), which: WHICH }),
)

/** What the chain holds for an order, as deep as its total asks: read without the code under test. */
async function settledOnChain(order: PaymentRecord): Promise<bigint> {
  const rows = await database.db
    .selectFrom('transfers')
    .select(['atoms', 'block_height'])
    .where('payment_id', '=', order.id)
    .where('lost_at', 'is', null)
    .execute()
  const total = rows.reduce((sum, row) => sum + row.atoms, 0n)
  const dollars = Number(total) * 0.0006
  const depth = dollars < 150 ? 1 : dollars < 1_500 ? 2 : dollars < 6_000 ? 4 : 6
  const deep = rows.filter((row) => row.block_height !== null && HEAD - row.block_height + 1 >= depth)
  return deep.reduce((sum, row) => sum + row.atoms, 0n)
}

/** A cent and the last shown decimal, both rounded up for each refund of copies: 17 atoms and 1. */
const ROUNDING = 18n

async function expectCovered(order: PaymentRecord, id: string): Promise<void> {
  const refunds = await readActiveRefunds(database.db, order.id)
  const owing = refunds.filter((one) => one.id === id || one.status !== 'asked')
  const owed = owing.reduce((sum, one) => sum + (one.owed_atoms ?? 0n), 0n)
  const copies = owing.filter((one) => one.quantity > 0).length
  expect(owed).toBeLessThanOrEqual((await settledOnChain(order)) + ROUNDING * BigInt(copies))
}

async function doStep(
  order: PaymentRecord,
  hashes: string[],
  step: typeof STEP extends fc.Arbitrary<infer Step> ? Step : never,
): Promise<void> {
  const refunds = await readActiveRefunds(database.db, order.id)
  const hashOf = (which: number) => hashes[which % hashes.length] ?? ''
  switch (step.does) {
    case 'pay':
      hashes.push(await payOnChain(database.db, order, step))
      return
    case 'confirm':
      return confirm(hashOf(step.which), step.confirmations)
    case 'lose':
      return lose(hashOf(step.which), step.as)
    case 'ask':
      await ask(deps, order.id, { quantity: step.copies })
      return
    case 'settle':
      await settle(order)
      return
    case 'quote': {
      const refund = refunds[step.which % Math.max(1, refunds.length)]
      if (refund === undefined) return
      const hasPayout = refund.status !== 'asked'
      if ((await quoteOf(refund.id)).kind === 'quoted' && !hasPayout) await expectCovered(order, refund.id)
      return
    }
    case 'record': {
      const refund = refunds[step.which % Math.max(1, refunds.length)]
      if (refund?.status !== 'asked') return
      const recorded = await record(deps, refund.id, refund.id.replaceAll('-', '').repeat(2))
      if (recorded.kind === 'recorded') await expectCovered(order, refund.id)
    }
  }
}

// holds I4
test('whatever happens, refunds owe no more than is settled when they are quoted and recorded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 6, maxLength: 24 }), async (steps) => {
      const order = await placePaidOrder(deps, { quantity: 2 })
      const hashes = [await hashOfPayment(order)]
      for (const step of steps) await doStep(order, hashes, step)
    }),
    { numRuns: 30 },
  )
})
