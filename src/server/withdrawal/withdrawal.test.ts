import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { acceptPayment } from '#server/payments/accept-payment.ts'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import { deliverOrder } from '#server/payments/deliver-order.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { eraseOrder } from '#server/privacy/erase-order.ts'
import { createLog } from '#server/runtime/log.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { forgetOrders, orderDeps, payOnChain, placeOrder } from '#test/order-fixture.ts'
import { orderPageDeps } from '#test/order-page-fixture.ts'
import { placePaidOrder, readOrder } from '#test/refund-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { until } from '#test/until.ts'
import { createWithdrawalWorker, refundWithdrawn } from './refund-withdrawn.ts'
import {
  readAcknowledgement,
  submitWithdrawal,
  type SubmittedWithdrawal,
  type WithdrawalDeps,
} from './submit-withdrawal.ts'

const database = useTestDatabase()
let time: ReturnType<typeof testClock>
let orders: CreatePaymentDeps
let deps: WithdrawalDeps
beforeEach(async () => {
  await forgetOrders(database.db)
  await database.db.deleteFrom('withdrawals').execute()
  time = testClock()
  orders = orderDeps(database.db, time.clock)
  deps = { ...orderPageDeps(database.db, time.clock), supportEmail: 'studio@example.com' }
})

function stating(order: PaymentRecord, changes: Partial<SubmittedWithdrawal> = {}): SubmittedWithdrawal {
  return {
    id: randomUUID(),
    name: 'Ada Lovelace',
    paymentId: order.id,
    email: 'Buyer@Example.com',
    copies: null,
    language: 'en',
    timeZone: 'Europe/Berlin',
    ...changes,
  }
}

const submit = (statement: SubmittedWithdrawal) => submitWithdrawal(deps, statement, '192.0.2.1')
const outcomes = async () =>
  (await database.db.selectFrom('withdrawals').select('outcome').orderBy('submitted_at').execute()).map(
    (row) => row.outcome,
  )
const refundsOf = (id: string) =>
  database.db.selectFrom('refunds').selectAll().where('payment_id', '=', id).execute()
const mailsTo = async (recipient: string) =>
  (
    await database.db
      .selectFrom('mails')
      .select(['template', 'facts'])
      .where('recipient', '=', recipient)
      .orderBy('created_at')
      .execute()
  ).filter(({ template }) => template === 'withdrawal' || template === 'support')

test('a delivered order is refunded to its own address; the acknowledgement states content, times and digest', async () => {
  const order = await placePaidOrder(orders, { quantity: 2 })
  const result = await submit(stating(order))
  if (result.kind !== 'accepted') throw new Error(result.kind)
  const { text } = result.acknowledgement
  expect(text).toContain('Your name: Ada Lovelace')
  expect(text).toContain(order.id)
  expect(text).toContain(`Received (UTC): ${time.clock().toISOString().slice(0, 19).replace('T', ' ')}`)
  expect(text).toContain('Received (Europe/Berlin): ')
  expect(text.trimEnd().split('\n').at(-1)).toBe(`SHA-256: ${result.acknowledgement.digest}`)
  expect(await outcomes()).toEqual(['refund'])
  expect(await refundsOf(order.id)).toMatchObject([{ quantity: 2, address: order.wallet_address }])
  expect(await mailsTo('buyer@example.com')).toMatchObject([
    { template: 'withdrawal', facts: { outcome: 'refund', name: 'Ada Lovelace', copies: null } },
  ])
})

test('the same statement sent twice is stored once and acknowledged with the same bytes', async () => {
  const order = await placePaidOrder(orders)
  const statement = stating(order)
  const first = await submit(statement)
  time.pass(60)
  expect(await submit(statement)).toEqual(first)
  const [left, right] = await Promise.all([submit(statement), submit(statement)])
  expect([left, right]).toEqual([first, first])
  expect(await outcomes()).toEqual(['refund'])
  expect(await refundsOf(order.id)).toHaveLength(1)
  time.pass(60)
  await submit(stating(order))
  expect(await outcomes()).toEqual(['refund', 'already'])
})

test('single copies of a delivered order are returned', async () => {
  const order = await placePaidOrder(orders, { quantity: 3 })
  await submit(stating(order, { copies: 1 }))
  expect(await refundsOf(order.id)).toMatchObject([{ quantity: 1, price_cents: 63_99 }])
})

test('an unpaid order is closed, and what is paid later goes back instead of buying keys', async () => {
  const order = await placeOrder(orders)
  await submit(stating(order))
  expect(await outcomes()).toEqual(['closed'])
  expect(await readOrder(database.db, order.id)).toMatchObject({
    status: 'expired',
    withdrawn_at: time.clock(),
  })
  await payOnChain(database.db, order)
  await settlePayment(orders, order.id)
  expect(await readOrder(database.db, order.id)).toMatchObject({ status: 'review' })
  expect(await deliverOrder(orders, order.id)).toEqual({ kind: 'nothing-to-do' })
  expect(
    await database.db.transaction().execute((tx) => acceptPayment(tx, orders, order.id, undefined)),
  ).toMatchObject({ kind: 'refused', code: 'ORDER_WITHDRAWN' })
  await Promise.all([refundWithdrawn(deps), refundWithdrawn(deps)])
  await refundWithdrawn(deps)
  expect(await refundsOf(order.id)).toMatchObject([
    { quantity: 0, rest_atoms: order.due_atoms, address: order.wallet_address, asset: 'BTC' },
  ])
  const rows = await database.db.selectFrom('mails').select('template').execute()
  expect(rows.map((row) => row.template).sort()).toEqual(['received', 'refund-asked', 'withdrawal'])
})

test('money on its way is refunded once it is settled, not before', async () => {
  const order = await placeOrder(orders)
  await payOnChain(database.db, order)
  const inBlock = { block_height: 951, block_hash: 'block', block_at: time.clock() }
  const inMempool = { block_height: null, block_hash: null, block_at: null }
  await database.db.updateTable('transfers').set(inMempool).execute()
  await settlePayment(orders, order.id)
  await submit(stating(order))
  expect(await outcomes()).toEqual(['later'])
  await refundWithdrawn(deps)
  expect(await refundsOf(order.id)).toEqual([])
  await database.db.updateTable('transfers').set(inBlock).execute()
  await settlePayment(orders, order.id)
  await refundWithdrawn(deps)
  expect(await refundsOf(order.id)).toMatchObject([{ rest_atoms: order.due_atoms }])
})

test.each<[what: string, prepare: () => Promise<PaymentRecord>, copies: number | null, outcome: string]>([
  [
    'all copies of an unpaid order',
    () => placeOrder(orders, { quantity: 2, totalPrice: 127.98 }),
    2,
    'closed',
  ],
  [
    'an order that was withdrawn from before',
    async () => {
      const order = await placeOrder(orders)
      await submit(stating(order))
      await database.db.deleteFrom('withdrawals').execute()
      return order
    },
    null,
    'already',
  ],
  ['a paid order that waits for its keys', () => placePaidOrder(orders, { hasStock: false }), null, 'refund'],
  ['more copies than were bought', () => placePaidOrder(orders), 2, 'staff'],
  [
    'an order that was refunded before it got its keys',
    async () => {
      const order = await placePaidOrder(orders, { hasStock: false })
      await database.db.updateTable('payments').set({ status: 'refunded' }).execute()
      return order
    },
    null,
    'already',
  ],
  [
    'a delivered order whose money is gone',
    async () => {
      const order = await placePaidOrder(orders)
      const lost = { lost_at: time.clock(), lost_as: 'orphaned' }
      await database.db.updateTable('transfers').set(lost).execute()
      await settlePayment(orders, order.id)
      return order
    },
    null,
    'staff',
  ],
])('a statement about %s', async (_what, prepare, copies, outcome) => {
  await submit(stating(await prepare(), { copies }))
  expect(await outcomes()).toEqual([outcome])
})

test('a refund address that the issuer has frozen leaves the statement to staff', async () => {
  const order = await placePaidOrder(orders)
  const freezeChecks = { stateOfRefundAddress: () => Promise.resolve('frozen' as const) }
  await submitWithdrawal({ ...deps, freezeChecks }, stating(order), '192.0.2.1')
  expect(await outcomes()).toEqual(['staff'])
  expect(await refundsOf(order.id)).toEqual([])
})

test('statements are limited for each client, and for each pair of order and mailbox', async () => {
  const order = await placeOrder(orders)
  const limited = { ...deps, limits: orderPageDeps(database.db, time.clock, { limits: 1 }).limits }
  const often = async (client: (at: number) => string, paymentId: () => string) => {
    for (let at = 0; at < 30; at++) {
      const result = await submitWithdrawal(limited, stating(order, { paymentId: paymentId() }), client(at))
      if (result.kind === 'too-often') return result
    }
    return null
  }
  const tooOften = { kind: 'too-often', retryAfterS: expect.any(Number) as number }
  const others = (at: number) => `198.51.100.${String(at)}`
  expect(await often(() => '192.0.2.1', randomUUID)).toEqual(tooOften)
  expect(await often(others, () => order.id)).toEqual(tooOften)
  expect(await often(others, randomUUID)).toBeNull()
})

test('an acknowledgement can be read again by the id of its statement', async () => {
  const statement = stating(await placePaidOrder(orders), { copies: 1, language: 'de' })
  const result = await submit(statement)
  expect(result).toMatchObject({ acknowledgement: await readAcknowledgement(deps, statement.id) })
  expect(await readAcknowledgement(deps, randomUUID())).toBeNull()
})

test('what came for a withdrawn order is refunded by the worker, unless staff withdrew such a refund', async () => {
  const order = await placeOrder(orders)
  await submit(stating(order))
  await payOnChain(database.db, order)
  await settlePayment(orders, order.id)
  const worker = createWithdrawalWorker({ ...deps, log: createLog({ level: 'silent' }), everyMs: 1 })
  await worker.start()
  await until(async () => (await refundsOf(order.id)).length > 0)
  await worker.stop()
  await database.db.updateTable('refunds').set({ status: 'withdrawn' }).execute()
  await refundWithdrawn(deps)
  expect(await refundsOf(order.id)).toHaveLength(1)
})

test('of all orders, only those withdrawn from that have money and no refund are looked at', async () => {
  const kept = await placeOrder(orders)
  await payOnChain(database.db, kept, { atoms: kept.due_atoms / 2n })
  await settlePayment(orders, kept.id)
  expect(await readOrder(database.db, kept.id)).toMatchObject({ status: 'partial' })
  const withdrawn = async () => {
    const order = await placeOrder(orders)
    await submit(stating(order))
    return order
  }
  const paid = async () => {
    const order = await withdrawn()
    await payOnChain(database.db, order)
    await settlePayment(orders, order.id)
    return order.id
  }
  await withdrawn()
  await paid()
  await refundWithdrawn(deps)
  const owed = await paid()
  const looked: string[] = []
  const stateOfRefundAddress = ({ id }: PaymentRecord) => Promise.resolve(looked.push(id)).then(() => null)
  await refundWithdrawn({ ...deps, freezeChecks: { stateOfRefundAddress } })
  expect(looked).toEqual([owed])
  expect(await refundsOf(owed)).toHaveLength(1)
  expect(await refundsOf(kept.id)).toEqual([])
})

test('without a matching order the answer is the same, nothing happens to an order, and the studio gets the statement', async () => {
  const order = await placePaidOrder(orders)
  const wrong = [
    stating(order, { email: 'mallory@example.com' }),
    stating(order, { paymentId: randomUUID() }),
  ]
  for (const statement of wrong) expect(await submit(statement)).toMatchObject({ kind: 'accepted' })
  expect(await outcomes()).toEqual(['staff', 'staff'])
  expect(await refundsOf(order.id)).toEqual([])
  expect(await mailsTo('buyer@example.com')).toEqual([])
  expect(await mailsTo('mallory@example.com')).toEqual([])
  const facts = { name: 'Ada Lovelace', message: expect.stringContaining(order.id) as string }
  expect(await mailsTo('studio@example.com')).toMatchObject([
    { facts: { ...facts, email: 'mallory@example.com' } },
    { facts: { email: 'Buyer@Example.com' } },
  ])
})

test('what cannot be done as stated is left to staff: copies of an unpaid order, a window that is over', async () => {
  const unpaid = await placeOrder(orders, { quantity: 2, totalPrice: 127.98 })
  await submit(stating(unpaid, { copies: 1 }))
  const paid = await placePaidOrder(orders)
  time.pass(400 * 24 * 3600)
  await submit(stating(paid))
  expect(await outcomes()).toEqual(['staff', 'staff'])
  expect(await readOrder(database.db, unpaid.id)).toMatchObject({ withdrawn_at: null })
  expect(await mailsTo('studio@example.com')).toHaveLength(2)
  expect(await mailsTo('buyer@example.com')).toHaveLength(2)
})

test('erasing an order erases the name and the address of its statements', async () => {
  const order = await placeOrder(orders)
  await submit(stating(order))
  await database.db.transaction().execute((tx) => eraseOrder(tx, order.id, time.clock()))
  expect(await database.db.selectFrom('withdrawals').select(['name', 'email']).execute()).toEqual([
    { name: null, email: null },
  ])
})
