import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db } from '#server/db/database.ts'
import { auditedActions } from '#test/audit-of.ts'
import { sendMail } from '#test/send-one-mail.ts'
import { smtpTransport } from '#server/mail/mail-transport.ts'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { eraseOrder } from '#server/privacy/erase-order.ts'
import { createLog } from '#server/runtime/log.ts'
import type { BulletinContent } from '#shared/bulletins-api.ts'
import { makePerson } from '#test/account-fixture.ts'
import { CutOffError, cutOffAt } from '#test/cut-off-at.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { startMailServer, type MailServer } from '#test/mail-server.ts'
import { forgetOrders, orderDeps } from '#test/order-fixture.ts'
import { ask, noFreezeChecks, placePaidOrder, REFUND_TERMS } from '#test/refund-fixture.ts'
import { SAMPLE_MAIL_SETTINGS } from '#test/sample-mails.ts'
import { testClock } from '#test/test-clock.ts'
import { changeBulletin } from './change-bulletin.ts'
import { listBulletins } from './list-bulletins.ts'
import { forecastBulletin } from './recipients.ts'
import { sendBulletins, type SendBulletinsDeps } from './send-bulletins.ts'
import { LANGUAGES } from '#shared/languages.ts'

const DELAY: BulletinContent = {
  kind: 'delay',
  editions: ['standard'],
  texts: {
    en: { subject: 'Later than planned', body: 'First reason.\n\nSecond reason.' },
    fr: { subject: 'Plus tard que prévu', body: 'Une raison.' },
  },
}

const database = useTestDatabase()
let time: ReturnType<typeof testClock>
let orders: CreatePaymentDeps
let deps: SendBulletinsDeps
let actorId: string
beforeAll(async () => {
  actorId = await makePerson(database.db, 'owner@example.com', 'owner')
})
beforeEach(async () => {
  const { db } = database
  await forgetOrders(db)
  await db.deleteFrom('bulletins').where('started_at', 'is', null).execute()
  time = testClock()
  orders = orderDeps(db, time.clock)
  deps = {
    languages: LANGUAGES,
    db,
    clock: time.clock,
    terms: { ...REFUND_TERMS, policy: orders.policy },
    freezeChecks: noFreezeChecks,
    log: createLog({ level: 'silent' }),
  }
})

const by = () => ({ actorId, email: 'owner@example.com', now: time.clock(), languages: LANGUAGES })
const change = (request: Parameters<typeof changeBulletin>[1]) => changeBulletin(database.db, request, by())

async function save(content: BulletinContent): Promise<string> {
  const id = randomUUID()
  expect(await change({ action: 'save', id, ...content })).toEqual({ kind: 'done' })
  return id
}

async function saveAndStart(content: BulletinContent, count: number): Promise<string> {
  const id = await save(content)
  expect(await change({ action: 'start', id, orders: count })).toEqual({ kind: 'done' })
  return id
}

function confirmedOrder(values: Parameters<typeof insertPayment>[1] = {}): Promise<string> {
  return insertPayment(database.db, { status: 'confirmed', confirmed_at: time.clock(), ...values })
}

async function buyers(count: number): Promise<void> {
  for (let buyer = 0; buyer < count; buyer += 1)
    await confirmedOrder({ user_email: `buyer${String(buyer)}@example.com` })
}

async function bulletinMails(db: Db = database.db) {
  const mails = await db
    .selectFrom('mails')
    .selectAll()
    .where('template', '=', 'bulletin')
    .where('payment_id', 'is not', null)
    .execute()
  return mails.map(({ recipient, language, facts }) => ({
    recipient,
    language,
    subject: (facts as { subject: string }).subject,
  }))
}

async function progressOf(id: string) {
  return (await listBulletins(database.db)).find((one) => one.id === id)
}

test('every paid order of the chosen editions gets it once, in its language or in English; no other order does', async () => {
  await confirmedOrder({ user_email: 'fr@example.com', language: 'fr' })
  await confirmedOrder({ user_email: 'ru@example.com', language: 'ru' })
  await confirmedOrder({ user_email: 'other@example.com', edition: 'supporter' })
  await insertPayment(database.db, { status: 'expired', user_email: 'unpaid@example.com' })
  await confirmedOrder({ status: 'refunded', refunded_at: time.clock(), user_email: 'refunded@example.com' })
  const id = await saveAndStart(DELAY, 2)
  await sendBulletins(deps)
  await sendBulletins(deps)
  expect((await bulletinMails()).sort((a, b) => a.recipient.localeCompare(b.recipient))).toEqual([
    { recipient: 'fr@example.com', language: 'fr', subject: 'Plus tard que prévu' },
    { recipient: 'ru@example.com', language: 'en', subject: 'Later than planned' },
  ])
  expect(await progressOf(id)).toMatchObject({
    state: 'sending',
    progress: { total: 2, sent: 0 },
    startedBy: 'owner@example.com',
  })
})

test('a start with another number of orders than was shown sends nothing; started twice, it goes out once', async () => {
  await confirmedOrder()
  const id = await save(DELAY)
  expect(await change({ action: 'start', id, orders: 2 })).toEqual({ kind: 'changed', orders: 1 })
  expect(await progressOf(id)).toMatchObject({ state: 'draft', progress: null })
  const start = { action: 'start', id, orders: 1 } as const
  expect(await Promise.all([change(start), change(start)])).toEqual([{ kind: 'done' }, { kind: 'done' }])
  await Promise.all([sendBulletins(deps), sendBulletins(deps)])
  expect(await bulletinMails()).toHaveLength(1)
})

test('what was sent cannot be changed or deleted, by the calls or in the database', async () => {
  await confirmedOrder()
  const id = await saveAndStart(DELAY, 1)
  expect(await change({ action: 'save', id, ...DELAY, kind: 'release' })).toEqual({ kind: 'started' })
  expect(await change({ action: 'delete', id })).toEqual({ kind: 'started' })
  await expect(
    database.db.updateTable('bulletins').set({ texts: '{"en":{}}' }).where('id', '=', id).execute(),
  ).rejects.toMatchObject({ code: '23001' })
  await sendBulletins(deps)
  const [row] = await database.db
    .selectFrom('bulletin_orders')
    .selectAll()
    .where('bulletin_id', '=', id)
    .execute()
  if (row === undefined) throw new Error('expected an order')
  await expect(database.db.insertInto('bulletin_orders').values(row).execute()).rejects.toMatchObject({
    code: '23505',
  })
})

test('a cancellation says what its refunds owe, requests and quotes each once, and lists what staff must look at', async () => {
  const paid = await placePaidOrder(orders, { quantity: 2 })
  const asked = await placePaidOrder(orders)
  await ask(orders, asked.id)
  const noAddress = await placePaidOrder(orders)
  await database.db
    .updateTable('payments')
    .set({ wallet_address: 'nowhere' })
    .where('id', '=', noAddress.id)
    .execute()
  const content: BulletinContent = { ...DELAY, kind: 'cancellation' }
  expect(await forecastBulletin(database.db, content, orders.policy)).toEqual({
    orders: 3,
    atWrongPrice: [],
    refunds: [
      {
        network: 'bitcoin',
        symbol: 'BTC',
        orders: 2,
        copies: 3,
        currency: 'USD',
        priceCents: 3 * 6399,
        amount: expect.stringMatching(/^0\.\d+$/) as string,
      },
    ],
  })
  const id = await saveAndStart(content, 3)
  await Promise.all([sendBulletins(deps), sendBulletins(deps)])
  await sendBulletins(deps)
  expect((await progressOf(id))?.progress).toMatchObject({
    total: 3,
    refundsRequested: 1,
    refundsAlready: 1,
    refusals: [{ orderId: noAddress.id, code: 'ADDRESS_INVALID' }],
  })
  const refunds = await database.db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', paid.id)
    .execute()
  expect(refunds).toMatchObject([
    { quantity: 2, asked_by: 'staff', asked_actor_id: actorId, price_cents: 2 * 6399 },
  ])
  expect(refunds[0]?.owed_atoms).not.toBeNull()
  expect(await bulletinMails()).toHaveLength(3)
})

test('an order that was refunded or erased meanwhile is left out; a stopped bulletin waits until it is resumed', async () => {
  const first = await confirmedOrder()
  await confirmedOrder({ user_email: 'second@example.com' })
  const id = await saveAndStart(DELAY, 2)
  await database.db.transaction().execute((tx) => eraseOrder(tx, first, time.clock()))
  await change({ action: 'stop', id })
  await sendBulletins(deps)
  expect(await bulletinMails()).toEqual([])
  expect(await progressOf(id)).toMatchObject({ state: 'stopped' })
  await change({ action: 'resume', id })
  await sendBulletins(deps)
  expect(await bulletinMails()).toMatchObject([{ recipient: 'second@example.com' }])
  expect((await progressOf(id))?.progress).toMatchObject({ total: 2, leftOut: 1 })
})

test('the outbox takes a number of its mails at a time', async () => {
  await buyers(5)
  const id = await saveAndStart(DELAY, 5)
  const few = { ...deps, queuedMax: 3 }
  await sendBulletins(few)
  await sendBulletins(few)
  expect(await bulletinMails()).toHaveLength(3)
  await database.db.updateTable('mails').set({ sent_at: time.clock() }).execute()
  await sendBulletins(few)
  expect(await bulletinMails()).toHaveLength(5)
  await database.db.updateTable('mails').set({ sent_at: time.clock() }).execute()
  expect(await progressOf(id)).toMatchObject({ state: 'sent', progress: { sent: 5 } })
})

test('mails that a server refused are counted as failing, and keep no others waiting', async () => {
  await buyers(4)
  const id = await saveAndStart(DELAY, 4)
  const few = { ...deps, queuedMax: 3 }
  await sendBulletins(few)
  await database.db.updateTable('mails').set({ failed_as: 'refused' }).execute()
  await sendBulletins(few)
  expect(await bulletinMails()).toHaveLength(4)
  expect(await progressOf(id)).toMatchObject({ state: 'sending', progress: { sent: 0, failing: 3 } })
})

test('cut off at any statement and called again, each order has its one mail and its one refund', async () => {
  const placed: PaymentRecord[] = [await placePaidOrder(orders), await placePaidOrder(orders)]
  let cuts = 0
  for (let statement = 1; ; statement += 1) {
    await database.db.deleteFrom('mails').execute()
    await database.db.updateTable('game_keys').set({ refund_id: null }).execute()
    await database.db.deleteFrom('refunds').execute()
    await saveAndStart({ ...DELAY, kind: 'cancellation' }, 2)
    const cut = cutOffAt(statement)
    const reports: string[] = []
    const log = createLog({ level: 'error', write: (line) => reports.push(line) })
    await sendBulletins({ ...deps, log, db: database.db.withPlugin(cut) }).catch((error: unknown) => {
      if (!(error instanceof CutOffError)) throw error
      reports.push('cut off')
    })
    await sendBulletins(deps)
    const refunds = await database.db.selectFrom('refunds').select('payment_id').execute()
    expect(
      [await bulletinMails(), refunds].map((rows) => rows.length),
      `at ${String(statement)}`,
    ).toEqual([2, 2])
    expect(new Set(refunds.map((row) => row.payment_id))).toEqual(new Set(placed.map((one) => one.id)))
    if (reports.length === 0) break
    cuts += 1
  }
  expect(cuts).toBeGreaterThan(20)
})

let server: MailServer | null = null
test('a test goes to the person who asks for it, as a buyer would get it, by the mail server', async () => {
  server = await startMailServer()
  const transport = smtpTransport(server.url, 'Keyhold <shop@shop.example>')
  try {
    const id = await save(DELAY)
    await database.db.deleteFrom('mails').execute()
    expect(await change({ action: 'test', id, language: 'fr' })).toEqual({ kind: 'done' })
    const outbox = { db: database.db, clock: time.clock, transport, settings: SAMPLE_MAIL_SETTINGS }
    expect(await sendMail(outbox)).toEqual({ kind: 'sent' })
    const [mail] = server.mails()
    expect(mail?.subject).toBe('Plus tard que prévu')
    expect(mail?.to).toMatchObject({ text: 'owner@example.com' })
    expect(await auditedActions(database.db, { subject_id: id })).toEqual(['bulletin.save', 'bulletin.test'])
  } finally {
    transport.close()
    await server.close()
  }
})

test('a wrong price: paid orders at it without keys are told and refunded; the right price and keys that are out stay', async () => {
  const { db } = database
  const from = time.clock()
  const [wrong, delivered, right, soon] = [
    await placePaidOrder(orders, { hasStock: false }),
    await placePaidOrder(orders, { hasStock: false }),
    await placePaidOrder(orders, { hasStock: false }),
    await placePaidOrder(orders, { hasStock: false }),
  ]
  const set = (id: string, values: Readonly<Record<string, unknown>>) =>
    db.updateTable('payments').set(values).where('id', '=', id).execute()
  await set(delivered.id, { delivered_at: time.clock(), awaiting_keys_since: null })
  await set(right.id, { unit_price_cents: 9900 })
  await confirmedOrder({ created_at: new Date(from.getTime() - 1000), user_email: 'before@example.com' })
  await insertPayment(db, { created_at: from, status: 'pending' })
  await insertPayment(db, { created_at: from, status: 'expired' })
  // one in another currency, whose price is right there
  await confirmedOrder({
    created_at: from,
    currency: 'EUR',
    usd_rate_e8: 110_000_000n,
    unit_price_cents: 8900,
  })
  const prices = {
    from: from.toISOString(),
    to: new Date(time.clock().getTime() + 60_000).toISOString(),
    currency: 'USD',
    rightCents: 9900,
  }
  const content: BulletinContent = { ...DELAY, kind: 'wrong-price', prices }
  const forecast = await forecastBulletin(db, content, orders.policy)
  expect(forecast).toMatchObject({
    orders: 2,
    atWrongPrice: [
      { state: 'unpaid', orders: 1, priceCents: 6399, rightCents: 9900 },
      { state: 'undelivered', orders: 2, priceCents: 12_798, rightCents: 19_800 },
      { state: 'delivered', orders: 1, priceCents: 6399, rightCents: 9900 },
    ],
    refunds: [{ network: 'bitcoin', orders: 2, priceCents: 12_798 }],
  })
  const id = await saveAndStart(content, 2)
  // its keys are handed out before its turn comes
  await set(soon.id, { delivered_at: time.clock(), awaiting_keys_since: null })
  await sendBulletins(deps)
  expect(await progressOf(id)).toMatchObject({ progress: { total: 2, leftOut: 1, refundsRequested: 1 } })
  expect(await bulletinMails()).toHaveLength(1)
  const refunds = await db.selectFrom('refunds').select(['payment_id', 'price_cents']).execute()
  expect(refunds).toEqual([{ payment_id: wrong.id, price_cents: 6399 }])
  await expect(
    db
      .updateTable('bulletins')
      .set({ prices: JSON.stringify({ ...prices, rightCents: 1 }) })
      .where('id', '=', id)
      .execute(),
  ).rejects.toThrow(/cannot change/)
})
