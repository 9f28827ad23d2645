import { expect, test } from 'vitest'
import { atoms } from '#shared/money.ts'
import type { PaymentFlag, PaymentStatus } from '#shared/payment-status.ts'
import type { Sighting } from '#shared/evidence.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { order, payOnChain, placeOrder } from '#test/order-fixture.ts'
import { requestRefund } from '#server/refunds/request-refund.ts'
import type { PaymentRecord } from './payment-record.ts'
import { settlePayment } from './settle-payment.ts'
import { noticeFor } from './buyer-notice.ts'
import { useOrders } from '#test/use-orders.ts'
import { networksAll } from '#shared/address-form.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const OWN: Sighting = {
  id: 'bitcoin:a:0',
  kind: 'rail',
  atoms: atoms(50n),
  seenAt: NOW,
  unseenUntil: null,
  blockAt: NOW,
  confirmations: 1,
  isSettled: true,
  isAttested: true,
  isAgreed: true,
  lateAtoms: null,
  isDust: false,
  isSweepGas: false,
}
const COMING: Sighting = { ...OWN, id: 'bitcoin:b:0', blockAt: null, confirmations: 0, isSettled: false }

type Row = readonly [
  what: string,
  status: PaymentStatus,
  flags: readonly PaymentFlag[],
  sightings: readonly Sighting[],
  notice: object,
]

test.each<Row>([
  ['nothing came', 'pending', [], [], { kind: 'nothing' }],
  ['a part is in a block', 'partial', ['underpaid'], [OWN], { kind: 'short' }],
  ['a part is on its way', 'partial', ['underpaid'], [COMING], { kind: 'nothing' }],
  ['a part is in a block, another on its way', 'partial', ['underpaid'], [OWN, COMING], { kind: 'nothing' }],
  ['all of it is in a block', 'detected', [], [OWN], { kind: 'nothing' }],
  ['it is late and in a block', 'detected', ['late'], [OWN], { kind: 'late', outcome: 'counts' }],
  ['it is late and deep at once', 'confirmed', ['late'], [OWN], { kind: 'late', outcome: 'counts' }],
  ['it is late and on its way', 'detected', ['late'], [COMING], { kind: 'nothing' }],
  ['a person accepted it late', 'confirmed', ['late', 'manual'], [OWN], { kind: 'nothing' }],
  ['it is too late', 'review', ['late'], [OWN], { kind: 'late', outcome: 'decision' }],
  ['it stays short', 'review', ['underpaid'], [OWN], { kind: 'review', reason: 'short' }],
  ['it stays short, late too', 'review', ['underpaid', 'late'], [OWN], { kind: 'review', reason: 'short' }],
  ['another network', 'review', ['wrong_network'], [], { kind: 'review', reason: 'wrong-network' }],
  ['another coin', 'review', ['wrong_token'], [], { kind: 'review', reason: 'wrong-token' }],
  ['nodes disagree', 'review', ['nodes_disagree'], [OWN], { kind: 'review', reason: 'other' }],
  ['the window is over', 'expired', [], [], { kind: 'nothing' }],
  ['it never confirmed', 'invalid', ['underpaid'], [COMING], { kind: 'nothing' }],
  ['it went back', 'refunded', ['late'], [OWN], { kind: 'nothing' }],
])('when %s (%s, %j), the buyer gets the right notice', (_what, status, flags, sightings, notice) => {
  const confirmations = Math.min(...sightings.map((one) => one.confirmations))
  const decision = {
    status,
    flags,
    received: atoms(50n),
    confirmations,
    completedBy: null,
    counted: [],
    awaitsAgreement: false,
    isAgreed: false,
  }
  const evidence = {
    sightings,
    losses: [],
    watchedUntil: NOW,
    disagreeSince: null,
    unagreedSince: null,
    isOverLimit: false,
  }
  expect(noticeFor({ delivered_at: null, withdrawn_at: null }, decision, evidence)).toEqual(notice)
  // a delivered order gets no notice about its money, and neither does one that its buyer has withdrawn from
  for (const order of [
    { delivered_at: NOW, withdrawn_at: null },
    { delivered_at: null, withdrawn_at: NOW },
  ]) {
    expect(noticeFor(order, decision, evidence)).toEqual({ kind: 'nothing' })
  }
})

const database = useTestDatabase()
const { time, deps } = useOrders(database)
test('a new order gets one mail with everything needed to pay it', async () => {
  const buyer = { idempotencyKey: 'same order', language: 'de' } as const
  const made = await placeOrder(deps, {}, buyer)
  await order(deps, {}, buyer)
  expect(await mails()).toEqual([
    {
      template: 'received',
      dedupe_key: `received:${made.id}`,
      language: 'de',
      recipient: 'buyer@example.com',
      facts: {
        paymentId: made.id,
        edition: 'standard',
        quantity: 1,
        amount: '0.0010665',
        coin: 'bitcoin',
        network: 'bitcoin',
        price: '63.99',
        currency: 'USD',
        transactionHash: null,
        paymentAddress: made.payment_address,
        payUntil: made.expires_at.toISOString(),
        isSimulated: true,
      },
    },
  ])
})

test('a refused order queues no mail', async () => {
  await order(deps, {}, { pass: null })
  expect(await mails()).toEqual([])
})

test('a missing amount is reported once it is certain, with one mail for each amount', async () => {
  const made = await placeOrder(deps)
  const hash = await payOnChain(database.db, made, { atoms: 60_000n, confirmations: 0 })
  await settle(made)
  expect(await templates()).toEqual([])
  await moveTo(hash, { block_height: 1_000, block_hash: 'block 1000', block_at: time.clock() })
  await settle(made)
  await settle(made)
  const [short] = await mails('short')
  expect(short).toMatchObject({ dedupe_key: `short:${made.id}:46650` })
  expect(short?.facts).toMatchObject({
    arrived: '0.0006',
    missing: '0.0004665',
    paymentAddress: made.payment_address,
    payUntil: new Date(made.expires_at.getTime() + 24 * 3600_000).toISOString(),
  })

  // a reorganisation removes the transfer, then it returns
  await moveTo(hash, {
    block_height: null,
    block_hash: null,
    block_at: null,
    lost_at: time.clock(),
    lost_as: 'orphaned',
  })
  await settle(made)
  await moveTo(hash, {
    block_height: 1_000,
    block_hash: 'other',
    block_at: time.clock(),
    lost_at: null,
    lost_as: null,
  })
  await settle(made)
  expect(await templates()).toEqual(['short'])

  await payOnChain(database.db, made, { atoms: 10_000n })
  await settle(made)
  expect((await mails('short')).map((mail) => mail.dedupe_key)).toEqual([
    `short:${made.id}:46650`,
    `short:${made.id}:36650`,
  ])
  await payOnChain(database.db, made, { atoms: 36_650n })
  await settle(made)
  expect(await templates()).toEqual(['short', 'short'])
})

test('many tiny transfers to an order cause at most five mails', async () => {
  const made = await placeOrder(deps)
  for (let crumb = 0; crumb < 8; crumb++) {
    await payOnChain(database.db, made, { atoms: 1_000n })
    await settle(made)
  }
  expect(await templates()).toEqual(Array.from({ length: 5 }, () => 'short'))
})

test('late money is reported as counted, and money a day later as waiting for a decision', async () => {
  const late = await placeOrder(deps)
  const tooLate = await placeOrder(deps)
  time.pass(901)
  await payOnChain(database.db, late, { seenAt: time.clock() })
  await settle(late)
  await settle(late)
  time.pass(25 * 3600)
  await payOnChain(database.db, tooLate, { seenAt: time.clock() })
  await settle(tooLate)
  await settle(tooLate)
  expect((await mails('late')).map((mail) => mail.dedupe_key)).toEqual([
    `late:${late.id}:counts`,
    `late:${tooLate.id}:decision`,
  ])
  expect(await templates()).toEqual(['late', 'late'])
})

test('an order still short after a day is reported as under review', async () => {
  const made = await placeOrder(deps)
  await payOnChain(database.db, made, { atoms: 60_000n })
  await settle(made)
  time.pass(901 + 24 * 3600)
  await settle(made)
  await settle(made)
  expect((await mails('review')).map((mail) => mail.dedupe_key)).toEqual([`review:${made.id}:short`])
})

test('an order paid in time gets no mail between its first and its last one', async () => {
  const made = await placeOrder(deps)
  await payOnChain(database.db, made)
  expect((await settle(made)).status).toBe('confirmed')
  expect(await templates()).toEqual([])
})

test('an order with an erased e-mail gets no mail', async () => {
  const made = await placeOrder(deps)
  await database.db
    .updateTable('payments')
    .set({
      user_email: null,
      wallet_address: null,
      idempotency_key: null,
      request_hash: null,
      client_hash: null,
      erased_at: time.clock(),
    })
    .where('id', '=', made.id)
    .execute()
  await payOnChain(database.db, made, { atoms: 60_000n })
  await settle(made)
  expect(await templates()).toEqual([])
})

test('a refund request is confirmed by mail: copies and their price, or the amounts received', async () => {
  const paid = await placeOrder(deps, { quantity: 2, totalPrice: 127.98 })
  await payOnChain(database.db, paid)
  await settle(paid)
  const short = await placeOrder(deps)
  await payOnChain(database.db, short, { atoms: 60_000n })
  await settle(short)
  const terms = {
    releaseAt: () => new Date(0),
    outputNetworks: networksAll('regtest'),
    policy: deps.policy,
  } as const
  const ask = (orderId: string) =>
    database.db
      .transaction()
      .execute((tx) =>
        requestRefund(
          tx,
          { orderId, askedBy: 'staff', actorId: null, reason: 'asked for' },
          terms,
          time.clock(),
        ),
      )
  await ask(paid.id)
  await ask(paid.id)
  await ask(short.id)
  const asked = await mails('refund-asked')
  expect(asked.map((mail) => mail.facts)).toMatchObject([
    { paymentId: paid.id, copies: 2, isDelivered: false, refundSymbol: 'BTC', refundRest: null },
    { paymentId: short.id, copies: 0, refundChain: 'bitcoin', refundSymbol: 'BTC', refundRest: '0.0006' },
  ])
})

const settle = (made: PaymentRecord) => settlePayment(deps, made.id)

async function mails(template?: string) {
  const rows = await database.db
    .selectFrom('mails')
    .select(['template', 'dedupe_key', 'language', 'recipient', 'facts'])
    .orderBy('created_at')
    .execute()
  return rows.filter((row) => template === undefined || row.template === template)
}

/** Without the mail for the new order. */
async function templates(): Promise<readonly string[]> {
  return (await mails()).map((mail) => mail.template).filter((template) => template !== 'received')
}

async function moveTo(hash: string, to: Partial<TransferPlace>): Promise<void> {
  await database.db.updateTable('transfers').set(to).where('tx_hash', '=', hash).execute()
}
interface TransferPlace {
  readonly block_height: number | null
  readonly block_hash: string | null
  readonly block_at: Date | null
  readonly lost_at: Date | null
  readonly lost_as: string | null
}
