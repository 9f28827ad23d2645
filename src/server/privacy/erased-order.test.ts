import { beforeEach, expect, test } from 'vitest'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { acceptPayment } from '#server/payments/accept-payment.ts'
import { deliverOrder, fillWaitingOrders } from '#server/payments/deliver-order.ts'
import { closeRefund } from '#server/refunds/close-refund.ts'
import { replaceKey } from '#server/payments/replace-key.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { exportOrders } from '#server/staff-orders/export-orders.ts'
import { resendNewestMail } from '#server/payments/resend-newest-mail.ts'
import { OrderFilter } from '#shared/order-filter-api.ts'
import { type OrderDetail } from '#shared/orders-api.ts'
import { useBackOffice } from '#test/use-back-office.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { forgetOrders, payOnChain, USUAL_REQUEST } from '#test/order-fixture.ts'
import { DAY_S, eraseNow, placeExpiredOrder } from '#test/privacy-fixture.ts'
import { ask, placePaidOrder, readOrder, readRefund, record } from '#test/refund-fixture.ts'
import { eraseOrder } from './erase-order.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'

// Money arrives for an order whose buyer's data are erased.
const database = useTestDatabase()
const office = useBackOffice(database)
const { deps, time } = office
const { clock, pass } = time
beforeEach(() => forgetOrders(database.db))

/** An order that is erased before its money is found: late, or in a block of its window that is read only now. */
async function paidAfterErasure({ isLate = false }: { isLate?: boolean } = {}): Promise<string> {
  const order = await placeExpiredOrder(deps)
  pass(31 * DAY_S)
  expect(await eraseNow(deps)).toBe(1)
  await payOnChain(database.db, order, isLate ? { seenAt: clock() } : {})
  return order.id
}

async function accept(id: string): Promise<void> {
  const accepted = await database.db.transaction().execute((tx) => acceptPayment(tx, deps, id, undefined))
  expect(accepted.kind).toBe('accepted')
}

const readMails = () => database.db.selectFrom('mails').selectAll().execute()

test.each([{ isLate: true }, { isLate: false }])(
  'the order waits for a decision of the staff, %o',
  async (when) => {
    await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
    const id = await paidAfterErasure(when)
    expect(await settlePayment(deps, id)).toEqual({ status: 'review', isDeliverable: false })
    expect(await deliverOrder(deps, id)).toEqual({ kind: 'nothing-to-do' })
    expect(await readOrder(database.db, id)).toMatchObject({ delivered_at: null, received_atoms: 106_650n })
  },
)

test('staff see the order in review, with its evidence and without an e-mail', async () => {
  const id = await paidAfterErasure()
  await settlePayment(deps, id)
  const list = (await office.as.owner.ask('GET', '/functions/orders?status=review')).json<{
    orders: OrderDetail[]
  }>()
  expect(list.orders.map((one) => [one.id, one.email])).toEqual([[id, null]])
  const reply = await office.as.owner.ask('GET', `/functions/orders/${id}`)
  const { order } = reply.json<{ order: OrderDetail }>()
  expect(order).toMatchObject({
    status: 'review',
    email: null,
    refundAddress: null,
    transfers: [{ asset: 'BTC' }],
  })
  expect(order.events.map(({ kind }) => kind)).toEqual(['created', 'erased', 'status'])
  const lines = []
  for await (const line of exportOrders(database.db, OrderFilter.parse({}))) lines.push(line)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`${id},`)
})

test('after it is accepted its keys are on its page, and no mail is sent', async () => {
  const id = await paidAfterErasure()
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  await settlePayment(deps, id)
  const reply = await office.as.owner.ask('POST', `/functions/orders/${id}/accept`, {})
  expect([reply.statusCode, reply.json<{ order: OrderDetail }>().order.keys.length]).toEqual([200, 1])
  expect(await readMails()).toEqual([])
  const resent = await office.as.owner.ask('POST', `/functions/orders/${id}/resend`, {})
  expect([resent.statusCode, resent.json()]).toMatchObject([409, { code: 'NOTHING_TO_RESEND' }])
})

test('accepted while out of stock, it waits like any other order, and is delivered without a mail', async () => {
  const id = await paidAfterErasure()
  await settlePayment(deps, id)
  await accept(id)
  expect(await deliverOrder(deps, id)).toEqual({ kind: 'awaiting-keys' })
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  expect(await fillWaitingOrders(deps)).toBe(1)
  expect(await readMails()).toEqual([])
})

test('it is refunded to an address that its buyer gives, and only with one', async () => {
  const id = await paidAfterErasure({ isLate: true })
  await settlePayment(deps, id)
  expect(await ask(deps, id)).toMatchObject({ kind: 'refused', code: 'ADDRESS_INVALID' })
  const asked = await ask(deps, id, { address: USUAL_REQUEST.walletAddress })
  expect(asked.kind).toBe('asked')
  if (asked.kind !== 'asked') return
  const [refund] = asked.refunds
  const txHash = 'ab'.repeat(32)
  expect(await record(deps, refund?.id ?? '', txHash)).toMatchObject({ kind: 'recorded' })
  const row = await database.db.selectFrom('refund_transactions').selectAll().executeTakeFirstOrThrow()
  const verdict = {
    kind: 'verified',
    atoms: refund?.owed_atoms ?? 0n,
    block: { height: 1, hash: 'h' },
  } as const
  await closeRefund(deps, row, verdict)
  expect(await readOrder(database.db, id)).toMatchObject({ status: 'refunded', user_email: null })
  expect(await readMails()).toEqual([])
})

test('an order erased after it was delivered keeps keys, refund and figures; a key of it can still be replaced', async () => {
  const paid = await placePaidOrder(deps, { quantity: 2 })
  const refund = await ask(deps, paid.id, { quantity: 1, reason: 'Ada wants it back' })
  if (refund.kind === 'refused') throw new Error(refund.message)
  await database.db
    .updateTable('refunds')
    .set({ quoted_at: clock(), owed_atoms: 1n, status: 'verified', verified_at: clock() })
    .execute()
  await database.db.updateTable('mails').set({ sent_at: clock() }).execute()
  await database.db.transaction().execute((tx) => eraseOrder(tx, paid.id, clock()))
  expect(await readRefund(database.db, refund.refunds[0]?.id ?? '')).toMatchObject({
    reason: '',
    status: 'verified',
  })
  await settlePayment(deps, paid.id)
  expect(await readOrder(database.db, paid.id)).toMatchObject({ status: 'confirmed', user_email: null })

  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  const key = await database.db
    .selectFrom('game_keys')
    .select('id')
    .where('payment_id', '=', paid.id)
    .where('refund_id', 'is', null)
    .executeTakeFirstOrThrow()
  const owner = await database.db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()
  expect(await replaceKey(database.db, clock, key.id, owner.id)).toMatchObject({ kind: 'replaced' })
  const again = await database.db.transaction().execute((tx) => resendNewestMail(tx, paid.id, clock()))
  expect(again).toEqual({ kind: 'nothing' })
  expect(await database.db.selectFrom('mails').selectAll().where('erased_at', 'is', null).execute()).toEqual(
    [],
  )
})

test('of a verified refund only the reason can change, and only be erased', async () => {
  const paid = await placePaidOrder(deps)
  await ask(deps, paid.id, { reason: 'Ada wants it back' })
  const change = (values: object) => database.db.updateTable('refunds').set(values).execute()
  await change({ quoted_at: clock(), owed_atoms: 1n, status: 'verified', verified_at: clock() })
  await expect(change({ reason: 'another' })).rejects.toThrow('a verified refund cannot change')
  await expect(change({ reason: '', owed_atoms: 2n })).rejects.toThrow('a verified refund cannot change')
  await expect(database.db.deleteFrom('refunds').execute()).rejects.toThrow('a verified refund cannot change')
  await change({ reason: '' })
})
