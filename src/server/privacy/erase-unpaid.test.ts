import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { queueMail } from '#server/mail/queue-mail.ts'
import { sendMail } from '#test/send-one-mail.ts'
import { orderFacts } from '#server/payments/order-facts.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { forgetOrders, orderDeps, payOnChain, placeOrder } from '#test/order-fixture.ts'
import { DAY_S, eraseNow, personalOf, placeExpiredOrder } from '#test/privacy-fixture.ts'
import { ask, placePaidOrder, readOrder } from '#test/refund-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { isSomebodyWaiting } from '#test/is-somebody-waiting.ts'
import { until } from '#test/until.ts'
import { SAMPLE_MAIL_SETTINGS } from '#test/sample-mails.ts'

const NOTHING = [null, null, null, null, null]

const database = useTestDatabase()
beforeEach(() => forgetOrders(database.db))

function openDeps() {
  const time = testClock()
  return { ...time, deps: orderDeps(database.db, time.clock) }
}

test('an unpaid order is erased after 30 days, and not a second earlier', async () => {
  const { deps, pass } = openDeps()
  const expired = await placeExpiredOrder(deps, {}, { idempotencyKey: 'a key of the browser' })
  // its chain could not be read since, so it never expired
  const waiting = await placeOrder(deps)
  pass(30 * DAY_S)
  expect(await eraseNow(deps)).toBe(0)
  expect(await personalOf(database.db, expired.id)).not.toContain(null)
  pass(1)
  expect(await eraseNow(deps)).toBe(2)
  for (const { id } of [expired, waiting]) {
    expect(await personalOf(database.db, id)).toEqual(NOTHING)
    expect((await readOrder(database.db, id)).erased_at).toEqual(deps.clock())
  }
})

test('the figures of an erased order stay, and its timeline records the erasure', async () => {
  const { deps, pass } = openDeps()
  const before = await placeExpiredOrder(deps)
  await database.db
    .insertInto('payment_notes')
    .values({ payment_id: before.id, at: deps.clock(), note: 'Ada called' })
    .execute()
  pass(31 * DAY_S)
  await eraseNow(deps)
  const after = await readOrder(database.db, before.id)
  const gone = { user_email: null, wallet_address: null, client_hash: null, erased_at: deps.clock() }
  expect(after).toEqual({ ...before, ...gone })
  const events = await database.db
    .selectFrom('payment_events')
    .select(['kind', 'facts'])
    .orderBy('id')
    .execute()
  expect(events.at(-1)).toEqual({ kind: 'erased', facts: {} })
  expect(await database.db.selectFrom('payment_notes').selectAll().execute()).toEqual([])
})

test('a second run has nothing left to do', async () => {
  const { deps, pass } = openDeps()
  for (let n = 0; n < 5; n += 1) await placeExpiredOrder(deps)
  pass(31 * DAY_S)
  expect([await eraseNow(deps, 3), await eraseNow(deps, 3), await eraseNow(deps, 3)]).toEqual([3, 2, 0])
  const events = await database.db
    .selectFrom('payment_events')
    .select('kind')
    .where('kind', '=', 'erased')
    .execute()
  expect(events).toHaveLength(5)
})

test('two concurrent runs erase each order once', async () => {
  const { deps, pass } = openDeps()
  for (let n = 0; n < 6; n += 1) await placeExpiredOrder(deps)
  pass(31 * DAY_S)
  const [one, other] = await Promise.all([eraseNow(deps), eraseNow(deps)])
  expect(one + other).toBe(6)
})

const PAID: readonly (readonly [string, (order: PaymentRecord) => Promise<unknown>])[] = [
  ['dust came', (order) => payOnChain(database.db, order, { atoms: 1n })],
  ['money came and the chain took it back', lose],
  ['money is in the mempool', (order) => payOnChain(database.db, order, { confirmations: 0 })],
]
test.each(PAID)('an order keeps its data if %s', async (_what, happen) => {
  const { deps, pass } = openDeps()
  const order = await placeExpiredOrder(deps)
  await happen(order)
  pass(400 * DAY_S)
  expect(await eraseNow(deps)).toBe(0)
  expect((await readOrder(database.db, order.id)).user_email).toBe('buyer@example.com')
})

async function lose(order: PaymentRecord): Promise<void> {
  await payOnChain(database.db, order)
  await database.db.updateTable('transfers').set({ lost_at: order.created_at, lost_as: 'dropped' }).execute()
}

test('an order that was paid, delivered or refunded keeps its data', async () => {
  const { deps, pass } = openDeps()
  const paid = await placePaidOrder(deps)
  await ask(deps, paid.id)
  pass(400 * DAY_S)
  expect(await eraseNow(deps)).toBe(0)
  // even if its status is wrong and its transfers are missing
  await sql`delete from transfers`.execute(database.db)
  await database.db.updateTable('payments').set({ status: 'expired' }).where('id', '=', paid.id).execute()
  expect(await eraseNow(deps)).toBe(0)
  expect((await readOrder(database.db, paid.id)).user_email).toBe('buyer@example.com')
})

test('if money arrives at the moment of the erasure, the order is kept', async () => {
  const { deps, pass } = openDeps()
  const order = await placeExpiredOrder(deps)
  pass(31 * DAY_S)
  let round: Promise<number> | undefined
  await database.db.transaction().execute(async (tx) => {
    await payOnChain(tx, order)
    round = eraseNow(deps)
    await until(() => isSomebodyWaiting(database.db), { what: 'the erasure waiting for the money' })
  })
  expect(await round).toBe(0)
  expect((await readOrder(database.db, order.id)).user_email).toBe('buyer@example.com')
})

test('an order whose mail is being sent is not locked meanwhile, and is erased by the next run', async () => {
  const { deps, pass } = openDeps()
  const order = await placeExpiredOrder(deps)
  pass(31 * DAY_S)
  await database.db.transaction().execute(async (tx) => {
    await tx.selectFrom('mails').select('id').where('payment_id', '=', order.id).forUpdate().execute()
    expect(await eraseNow(deps)).toBe(0)
  })
  expect(await eraseNow(deps)).toBe(1)
})

test('the mails of an erased order lose their content; an unsent one is never sent', async () => {
  const { deps, pass, clock } = openDeps()
  const order = await placeExpiredOrder(deps)
  const outbox = { db: database.db, clock, transport: null, settings: SAMPLE_MAIL_SETTINGS }
  expect(await sendMail(outbox)).toEqual({ kind: 'sent' })
  await queueMail(database.db, {
    template: 'keys-follow',
    facts: orderFacts(order),
    dedupeKey: 'another one',
    language: 'en',
    recipient: 'buyer@example.com',
    paymentId: order.id,
  })
  pass(31 * DAY_S)
  expect(await eraseNow(deps)).toBe(1)
  expect(await sendMail(outbox)).toEqual({ kind: 'none' })
  const mails = await database.db.selectFrom('mails').selectAll().where('payment_id', '=', order.id).execute()
  expect(mails).toMatchObject([
    { template: 'received', recipient: '', reply_to: null, facts: {}, erased_at: clock() },
  ])
})

test('the schema rejects an erased order that still has personal data', async () => {
  const { deps, clock } = openDeps()
  const { id } = await placeExpiredOrder(deps)
  const erase = (values: object) =>
    database.db
      .updateTable('payments')
      .set({ erased_at: clock(), user_email: null, ...values })
      .where('id', '=', id)
      .execute()
  await expect(erase({})).rejects.toThrow(/payments_erased_is_whole/)
  await expect(
    erase({ wallet_address: null, client_hash: null, user_email: 'x@example.com' }),
  ).rejects.toThrow(/payments_personal/)
})
