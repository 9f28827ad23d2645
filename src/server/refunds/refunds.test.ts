import { beforeEach, expect, test } from 'vitest'
import type { SimChain } from '#server/demo/sim-chain.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { payOnChain, placeOrder } from '#test/order-fixture.ts'
import {
  ask,
  askAndQuote,
  lookAtRefunds,
  payOut,
  placePaidOrder,
  readOrder,
  readRefund,
  record,
  simChainOf,
} from '#test/refund-fixture.ts'
import { makePerson } from '#test/account-fixture.ts'
import { deliverOrder, fillWaitingOrders } from '#server/payments/deliver-order.ts'
import { withdrawRefund } from './record-refund.ts'
import { resendNewestMail } from '#server/payments/resend-newest-mail.ts'
import { replaceKey } from '#server/payments/replace-key.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { keysOf } from '#server/keys/claim-keys.ts'
import { useOrders } from '#test/use-orders.ts'

const DAY_S = 24 * 3600
const database = useTestDatabase()
const { time, deps } = useOrders(database)
let sim: SimChain
beforeEach(async () => {
  sim = simChainOf(deps)
  await sim.mine(3)
})

/** The number of mails with an order's keys, and of the keys that each says if it is sent now. */
async function keysMailed(id: string): Promise<readonly [number, number]> {
  const mails = await database.db
    .selectFrom('mails')
    .select('id')
    .where('payment_id', '=', id)
    .where('template', '=', 'keys')
    .execute()
  return [mails.length, (await keysOf(database.db, TEST_CIPHER, id)).length]
}

function keysOfOrder(id: string) {
  return database.db
    .selectFrom('game_keys')
    .select(['id', 'retired_at', 'refund_id', 'status'])
    .where('payment_id', '=', id)
    .orderBy('line_no')
    .execute()
}

async function eventsOf(id: string): Promise<readonly string[]> {
  const rows = await database.db
    .selectFrom('payment_events')
    .select('kind')
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.kind)
}

test('a whole order is refunded once its transaction is deep enough: keys retired, buyer notified, order closed', async () => {
  const order = await placePaidOrder(deps, { quantity: 2 })
  const refund = await askAndQuote(deps, order.id)
  // 127.98 USD at 60,000, rounded up to what the coin shows
  expect(refund).toMatchObject({ quantity: 2, price_cents: 127_98, owed_atoms: 213_300n, rest_atoms: 0n })
  const txHash = await payOut(sim, refund.address, refund.owed_atoms)
  expect(await record(deps, refund.id, txHash.toUpperCase())).toMatchObject({ kind: 'recorded' })
  await lookAtRefunds(deps, sim)
  expect(await readRefund(database.db, refund.id)).toMatchObject({ status: 'recorded' })
  await sim.mine(1)
  await lookAtRefunds(deps, sim)
  expect(await readRefund(database.db, refund.id)).toMatchObject({
    status: 'verified',
    verified_at: time.clock(),
  })
  expect(await readOrder(database.db, order.id)).toMatchObject({
    status: 'refunded',
    refunded_at: time.clock(),
    confirmed_at: order.confirmed_at,
  })
  expect(await keysOfOrder(order.id)).toMatchObject([
    { retired_at: time.clock(), refund_id: refund.id, status: 'used' },
    { retired_at: time.clock(), refund_id: refund.id, status: 'used' },
  ])
  const mail = await database.db
    .selectFrom('mails')
    .selectAll()
    .where('dedupe_key', '=', `refunded:${refund.id}`)
    .executeTakeFirstOrThrow()
  expect(mail).toMatchObject({
    template: 'refunded',
    language: 'en',
    recipient: 'buyer@example.com',
    facts: { refundAmount: '0.002133', refundSymbol: 'BTC', copies: 2, refundTransactions: [txHash] },
  })
  expect((await eventsOf(order.id)).slice(-4)).toEqual([
    'refund_asked',
    'refund_recorded',
    'refund_verified',
    'status',
  ])
  // a closed refund does not change any more
  await lookAtRefunds(deps, sim)
  await expect(
    database.db.updateTable('refunds').set({ owed_atoms: 1n }).where('id', '=', refund.id).execute(),
  ).rejects.toMatchObject({ code: '23001' })
})

test('single copies are refunded: the order stays confirmed, only their keys are retired', async () => {
  const order = await placePaidOrder(deps, { quantity: 3 })
  const [, second] = await keysOfOrder(order.id)
  const refund = await askAndQuote(deps, order.id, { quantity: 1, keyIds: [second?.id ?? ''] })
  expect(refund).toMatchObject({ quantity: 1, price_cents: 63_99 })
  await record(deps, refund.id, await payOut(sim, refund.address, refund.owed_atoms))
  await sim.mine(1)
  await lookAtRefunds(deps, sim)
  expect((await keysOfOrder(order.id)).map((key) => key.retired_at !== null)).toEqual([false, true, false])
  expect((await readOrder(database.db, order.id)).status).toBe('confirmed')
  // the newest mail is about the refund, but a resend sends the keys the order still has
  time.pass(1)
  await database.db.transaction().execute((tx) => resendNewestMail(tx, order.id, time.clock()))
  expect(await keysMailed(order.id)).toEqual([2, 2])
  expect(await ask(deps, order.id, { quantity: 3 })).toMatchObject({
    kind: 'refused',
    code: 'REFUND_TOO_MANY',
  })
  expect(await ask(deps, order.id, { quantity: 1, keyIds: [second?.id ?? ''] })).toMatchObject({
    kind: 'refused',
    code: 'REFUND_KEYS_INVALID',
  })
  // the other copies as well: then the order is closed
  const rest = await askAndQuote(deps, order.id)
  expect(rest.quantity).toBe(2)
  await record(deps, rest.id, await payOut(sim, rest.address, rest.owed_atoms))
  await sim.mine(1)
  await lookAtRefunds(deps, sim)
  expect((await readOrder(database.db, order.id)).status).toBe('refunded')
  expect(await ask(deps, order.id)).toMatchObject({ kind: 'already' })
})

test('if a key with a pending refund is replaced, the new key is given back', async () => {
  const order = await placePaidOrder(deps)
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  const refund = await askAndQuote(deps, order.id)
  const [old] = await keysOfOrder(order.id)
  const staff = await makePerson(database.db, 'staff@example.com', 'support')
  const replaced = await replaceKey(database.db, time.clock, old?.id ?? '', staff)
  expect(replaced.kind).toBe('replaced')
  await record(deps, refund.id, await payOut(sim, refund.address, refund.owed_atoms))
  await sim.mine(1)
  await lookAtRefunds(deps, sim)
  expect((await keysOfOrder(order.id)).map((key) => key.retired_at !== null)).toEqual([true, true])
  expect((await readOrder(database.db, order.id)).status).toBe('refunded')
})

test('an overpaid amount is refunded in the coin itself, whatever the rate, and once', async () => {
  const order = await placePaidOrder(deps, { quantity: 2, atoms: 313_300n })
  expect(order.flags).toContain('overpaid')
  const rest = await askAndQuote(deps, order.id, { quantity: 0 })
  expect(rest).toMatchObject({ price_cents: 0, rest_atoms: 100_000n, owed_atoms: 100_000n })
  expect(await askAndQuote(deps, order.id, { quantity: 1 })).toMatchObject({
    rest_atoms: 0n,
    owed_atoms: 106_650n,
  })
  await record(deps, rest.id, await payOut(sim, rest.address, rest.owed_atoms))
  await sim.mine(1)
  await lookAtRefunds(deps, sim)
  expect((await readRefund(database.db, rest.id)).status).toBe('verified')
  expect((await readOrder(database.db, order.id)).status).toBe('confirmed')
})

test('a short payment is refunded as it came, which closes an order that was never confirmed', async () => {
  const order = await placeOrder(deps)
  await payOnChain(database.db, order, { atoms: 50_000n })
  time.pass(2 * DAY_S)
  await settlePayment(deps, order.id)
  expect((await readOrder(database.db, order.id)).status).toBe('review')
  const refund = await askAndQuote(deps, order.id)
  expect(refund).toMatchObject({ quantity: 0, price_cents: 0, owed_atoms: 50_000n, rate_e8: null })
  await record(deps, refund.id, await payOut(sim, refund.address, 50_000n))
  await sim.mine(1)
  await lookAtRefunds(deps, sim)
  expect((await readOrder(database.db, order.id)).status).toBe('refunded')
})

test('a transaction that pays too little or somebody else, or that no node knows, closes no refund', async () => {
  const order = await placePaidOrder(deps)
  const refund = await askAndQuote(deps, order.id)
  const owed = refund.owed_atoms ?? 0n
  await record(deps, refund.id, await payOut(sim, 'bcrt1qsomebodyelse', owed))
  await sim.mine(1)
  await lookAtRefunds(deps, sim)
  expect((await readRefund(database.db, refund.id)).status).toBe('mismatch')
  await record(deps, refund.id, 'ab'.repeat(32))
  await lookAtRefunds(deps, sim)
  expect((await readRefund(database.db, refund.id)).status).toBe('recorded')
  time.pass(3700)
  await lookAtRefunds(deps, sim)
  expect((await readRefund(database.db, refund.id)).status).toBe('mismatch')
  await record(deps, refund.id, await payOut(sim, refund.address, owed - 10n))
  await sim.mine(1)
  await lookAtRefunds(deps, sim)
  expect((await readRefund(database.db, refund.id)).status).toBe('mismatch')
  expect((await readOrder(database.db, order.id)).status).toBe('confirmed')
  const reasons = await database.db
    .selectFrom('refund_transactions')
    .select(['status', 'reason', 'atoms'])
    .where('refund_id', '=', refund.id)
    .orderBy('reason')
    .execute()
  expect(reasons).toEqual([
    { status: 'mismatch', reason: 'not_found', atoms: null },
    { status: 'mismatch', reason: 'nothing_to_address', atoms: 0n },
    { status: 'verified', reason: null, atoms: owed - 10n },
  ])
  // a second one pays the missing amount
  await record(deps, refund.id, await payOut(sim, refund.address, 10n))
  await sim.mine(1)
  await lookAtRefunds(deps, sim)
  expect((await readRefund(database.db, refund.id)).status).toBe('verified')
})

test('a transaction pays one refund only; recorded twice, it is recorded once', async () => {
  const [one, other] = [await placePaidOrder(deps), await placePaidOrder(deps)]
  const [first, second] = [await askAndQuote(deps, one.id), await askAndQuote(deps, other.id)]
  const txHash = await payOut(sim, first.address, first.owed_atoms)
  expect(await record(deps, first.id, txHash)).toMatchObject({ kind: 'recorded' })
  expect(await record(deps, first.id, txHash)).toMatchObject({ kind: 'already' })
  expect(await record(deps, second.id, `0x${txHash}`)).toMatchObject({ code: 'REFUND_TRANSACTION_USED' })
})

test('a requested refund keeps the keys in stock; after it is withdrawn the order gets them', async () => {
  const order = await placePaidOrder(deps, { quantity: 2, hasStock: false })
  expect(await ask(deps, order.id, { quantity: 1 })).toMatchObject({ code: 'REFUND_WHOLE_ONLY' })
  const refund = await askAndQuote(deps, order.id)
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 2)
  expect(await deliverOrder(deps, order.id)).toEqual({ kind: 'nothing-to-do' })
  const withdrawn = await database.db
    .transaction()
    .execute((tx) => withdrawRefund(tx, refund.id, time.clock()))
  expect(withdrawn.kind).toBe('withdrawn')
  expect(await deliverOrder(deps, order.id)).toEqual({ kind: 'delivered', keys: 2 })
})

test('an order with a refund does not block later orders that wait for keys', async () => {
  const older = await placePaidOrder(deps, { hasStock: false })
  time.pass(10)
  const younger = await placePaidOrder(deps, { hasStock: false })
  expect((await readOrder(database.db, older.id)).flags).toEqual(['awaiting_keys'])
  const refund = await askAndQuote(deps, older.id)
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 1)
  expect(await fillWaitingOrders(deps)).toBe(1)
  expect((await readOrder(database.db, younger.id)).delivered_at).toEqual(time.clock())
  await record(deps, refund.id, await payOut(sim, refund.address, refund.owed_atoms))
  await sim.mine(1)
  await lookAtRefunds(deps, sim)
  expect(await readOrder(database.db, older.id)).toMatchObject({ status: 'refunded', flags: [] })
})

test('a transaction recorded before it was sent is checked again', async () => {
  const order = await placePaidOrder(deps)
  const refund = await askAndQuote(deps, order.id)
  const txHash = 'cd'.repeat(32)
  await record(deps, refund.id, txHash)
  time.pass(3700)
  await lookAtRefunds(deps, sim)
  expect((await readRefund(database.db, refund.id)).status).toBe('mismatch')
  const sent = await payOut(sim, refund.address, refund.owed_atoms)
  await database.db
    .updateTable('sim_transactions')
    .set({ tx_hash: txHash })
    .where('tx_hash', '=', sent)
    .execute()
  await sim.mine(1)
  await lookAtRefunds(deps, sim)
  expect((await readRefund(database.db, refund.id)).status).toBe('mismatch')
  expect(await record(deps, refund.id, txHash)).toMatchObject({ kind: 'recorded' })
  await lookAtRefunds(deps, sim)
  expect((await readRefund(database.db, refund.id)).status).toBe('verified')
})

test('a buyer may ask for 14 days after payment or the release, whichever is later; staff always', async () => {
  const order = await placePaidOrder(deps)
  time.pass(14 * DAY_S)
  expect(await ask(deps, order.id, { askedBy: 'buyer' })).toMatchObject({ kind: 'asked' })
  const late = await placePaidOrder(deps)
  time.pass(14 * DAY_S + 1)
  expect(await ask(deps, late.id, { askedBy: 'buyer' })).toMatchObject({ code: 'REFUND_WINDOW_OVER' })
  expect(await ask(deps, late.id)).toMatchObject({ kind: 'asked' })
  const unpaid = await placeOrder(deps)
  expect(await ask(deps, unpaid.id, { askedBy: 'buyer' })).toMatchObject({ code: 'REFUND_NOT_POSSIBLE' })
  expect(await ask(deps, unpaid.id)).toMatchObject({ code: 'REFUND_NOT_POSSIBLE' })
})

test('a quote is valid for its day; an old one is renewed before a payment of it is recorded', async () => {
  const order = await placePaidOrder(deps)
  const refund = await askAndQuote(deps, order.id)
  time.pass(3 * DAY_S)
  expect(await record(deps, refund.id, 'ab'.repeat(32))).toMatchObject({ code: 'REFUND_QUOTE_NEEDED' })
})

test('a quote does not age where no rate is in it, nor once a payment of it was recorded', async () => {
  const order = await placePaidOrder(deps, { atoms: 200_000n })
  const rest = await askAndQuote(deps, order.id, { quantity: 0 })
  expect(rest.price_cents).toBe(0)
  time.pass(3 * DAY_S)
  expect(await record(deps, rest.id, 'cd'.repeat(32))).toMatchObject({ kind: 'recorded' })
  const refund = await askAndQuote(deps, (await placePaidOrder(deps)).id)
  expect(await record(deps, refund.id, 'ab'.repeat(32))).toMatchObject({ kind: 'recorded' })
  time.pass(3 * DAY_S)
  // a second part of the same payout
  expect(await record(deps, refund.id, 'ef'.repeat(32))).toMatchObject({ kind: 'recorded' })
})

test('the schema rejects more copies than were bought, and a key of another order', async () => {
  const [one, other] = [await placePaidOrder(deps), await placePaidOrder(deps)]
  const refund = await askAndQuote(deps, one.id)
  await expect(
    database.db.insertInto('refunds').values({ payment_id: one.id, quantity: 1 }).execute(),
  ).rejects.toMatchObject({ code: '23514' })
  await expect(
    database.db
      .updateTable('game_keys')
      .set({ refund_id: refund.id })
      .where('payment_id', '=', other.id)
      .execute(),
  ).rejects.toMatchObject({ code: '23503' })
})

test('of ten concurrent requests for the same copies, one gets the refund', async () => {
  const order = await placePaidOrder(deps, { quantity: 2 })
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(deps, order.id, { quantity: 2 })))
  expect(answers.filter((one) => one.kind === 'asked')).toHaveLength(1)
})
