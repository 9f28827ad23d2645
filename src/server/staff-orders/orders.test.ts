import { beforeEach, expect, test } from 'vitest'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import type { OrderDetail, OrderRow, RefundRow } from '#shared/orders-api.ts'
import { insertTransfer } from '#test/insert-transfer.ts'
import { auditOf } from '#test/audit-of.ts'
import { useBackOffice, type SignedIn } from '#test/use-back-office.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { newCode } from '#test/new-code.ts'
import { forgetOrders, payOnChain, placeOrder } from '#test/order-fixture.ts'
import { placePaidOrder } from '#test/refund-fixture.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'

const database = useTestDatabase()
const office = useBackOffice(database)
const { time, deps } = office
beforeEach(() => forgetOrders(database.db))

interface Listed {
  readonly orders: readonly OrderRow[]
  readonly next: string | null
  readonly total: number
  readonly review: number
}
async function list(words = '', as: keyof SignedIn = 'owner'): Promise<Listed> {
  const reply = await office.as[as].ask('GET', `/functions/orders?${words}`)
  expect([reply.statusCode, reply.body.slice(0, 200)]).toEqual([200, reply.body.slice(0, 200)])
  return reply.json()
}

async function detail(id: string, as: keyof SignedIn = 'owner'): Promise<OrderDetail> {
  return (await office.as[as].ask('GET', `/functions/orders/${id}`)).json<{ order: OrderDetail }>().order
}

/** An order that received half of its amount, after its window. */
async function placeShortOrder() {
  const order = await placeOrder(deps)
  const txHash = await payOnChain(database.db, order, { atoms: order.due_atoms / 2n })
  time.pass(2 * 24 * 3600)
  await settlePayment(deps, order.id)
  return { order, txHash }
}

test('orders are listed newest first, in pages, each order once', async () => {
  for (let n = 0; n < 7; n++) {
    await placeOrder(deps, { userEmail: `buyer${String(n)}@example.com` })
    time.pass(n % 2)
  }
  const seen: string[] = []
  let before = ''
  for (;;) {
    const page = await list(`limit=3${before}`)
    expect(page.total).toBe(7)
    seen.push(...page.orders.map((order) => order.id))
    if (page.next === null) break
    before = `&before=${page.next}`
  }
  expect(new Set(seen).size).toBe(7)
  const { rows } = { rows: await database.db.selectFrom('payments').select(['id', 'created_at']).execute() }
  const byAge = rows.sort((a, b) => b.created_at.getTime() - a.created_at.getTime() || (a.id < b.id ? 1 : -1))
  expect(seen).toEqual(byAge.map((row) => row.id))
})

test('filters and searches find their orders, and count them', async () => {
  const paid = await placePaidOrder(deps, { quantity: 2, atoms: 300_000n })
  const { order: short, txHash } = await placeShortOrder()
  const open = await placeOrder(deps, { userEmail: 'Zoe%1@example.org' }, { language: 'ar' })
  const idsOf = async (words: string) => {
    const { orders, total } = await list(words)
    expect(total).toBe(orders.length)
    return orders.map((order) => order.id).sort()
  }
  expect(await idsOf('status=review')).toEqual([short.id])
  expect(await idsOf('status=confirmed&flag=overpaid')).toEqual([paid.id])
  expect(await idsOf('language=ar&network=bitcoin&edition=standard')).toEqual([open.id])
  expect(await idsOf('edition=supporter')).toEqual([])
  expect(await idsOf(`q=${open.id}`)).toEqual([open.id])
  expect(await idsOf(`q=${open.id.slice(0, 8)}`)).toEqual([open.id])
  expect(await idsOf(`q=${txHash.toUpperCase()}`)).toEqual([short.id])
  expect(await idsOf(`q=${paid.payment_address}`)).toEqual([paid.id])
  expect(await idsOf('q=zoe%251')).toEqual([open.id])
  expect(await idsOf('q=buyer@&status=review')).toEqual([short.id])
  expect(await idsOf('q=nobody')).toEqual([])
  expect((await list()).review).toBe(1)
})

test('a viewer sees e-mails and keys masked', async () => {
  const order = await placePaidOrder(deps)
  const [row] = (await list('', 'viewer')).orders
  expect(row?.email).toBe('b…@example.com')
  expect((await list('', 'support')).orders[0]?.email).toBe('buyer@example.com')
  const seen = await detail(order.id, 'viewer')
  expect(seen.keys[0]).toMatchObject({ isMasked: true })
  expect(seen.keys[0]?.key).toMatch(/^\*{4}-\*{4}-\*{4}-/)
  expect((await detail(order.id, 'manager')).keys[0]?.isMasked).toBe(false)
})

test('an order names the code that lowered its price', async () => {
  await newCode(database.db, 'SEEN', { name: 'Ada', now: time.clock() })
  const order = await placeOrder(deps, { discountCode: 'seen' })
  expect(await detail(order.id, 'viewer')).toMatchObject({
    priceCents: 48_00,
    discount: { code: 'SEEN', name: 'Ada', cents: 15_99 },
  })
  expect((await detail((await placeOrder(deps)).id)).discount).toBeNull()
})

test('a viewer finds no order by its e-mail, and reads neither notes nor where a refund goes', async () => {
  const order = await placePaidOrder(deps)
  for (const q of ['b', 'buyer@', 'buyer@example.com']) {
    expect(await list(`q=${q}`, 'viewer')).toMatchObject({ orders: [], total: 0 })
    expect((await list(`q=${q}`, 'support')).orders).toHaveLength(1)
  }
  expect((await list(`q=${order.id}`, 'viewer')).orders).toHaveLength(1)
  await office.as.support.ask('POST', `/functions/orders/${order.id}/note`, { note: 'asked by mail' })
  const [seen, whole] = [await detail(order.id, 'viewer'), await detail(order.id, 'support')]
  expect([seen.notes, whole.notes.length]).toEqual([[], 1])
  expect(seen.refundAddress).not.toBe(whole.refundAddress)
  expect(seen.refundAddress?.length ?? 0).toBeLessThan(12)
})

test('orders in review are listed with the money that came, in any coin', async () => {
  const { order } = await placeShortOrder()
  const astray = { chain: 'ethereum', asset: 'USDT', atoms: 119_990_000n, tx_hash: 'cd'.repeat(32) }
  const paid = { payment_id: order.id, address: order.payment_address, seen_at: time.clock() }
  await insertTransfer(database.db, { ...astray, output_index: 3, ...paid })
  await placePaidOrder(deps)
  const half = { chain: 'bitcoin', asset: 'BTC', amount: (await detail(order.id)).received }
  const arrived = [half, { chain: 'ethereum', asset: 'USDT', amount: '119.99' }]
  expect((await list('status=review')).orders.map((one) => one.arrived)).toEqual([arrived])
  expect((await detail(order.id)).arrived).toEqual(arrived)
  expect((await list('status=confirmed')).orders[0]?.arrived).toEqual([])
  // whoever decides sees what it was worth as it came, and is worth now
  expect((await detail(order.id)).worth).toMatchObject([
    { asset: 'BTC', thenCents: 31_99, nowCents: 31_99 },
    { asset: 'USDT', thenCents: 119_99, nowCents: 119_99 },
  ])
})

test('an order is found by its whole key, by those who see keys', async () => {
  const order = await placePaidOrder(deps)
  await placePaidOrder(deps)
  const [key] = (await detail(order.id)).keys
  const found = async (as: keyof SignedIn, q = key?.key.toLowerCase() ?? '') =>
    (await list(`q=${q}`, as)).orders.map(({ id }) => id)
  expect(await found('owner')).toEqual([order.id])
  expect(await found('manager')).toEqual([order.id])
  expect(await found('owner', key?.key.slice(0, 9))).toEqual([])
  expect(await found('support')).toEqual([])
  expect(await found('viewer')).toEqual([])
})

test('orders of some days are counted, and listed oldest first in pages', async () => {
  const placed: string[] = []
  for (let n = 0; n < 5; n++) {
    placed.push((await placeOrder(deps)).id)
    time.pass(24 * 3600)
  }
  const day = (ago: number) =>
    new Date(time.clock().getTime() - ago * 24 * 3600_000).toISOString().slice(0, 10)
  const days = `from=${day(4)}&to=${day(2)}&sort=oldest&limit=2`
  const first = await list(days)
  expect([first.total, first.orders.map(({ id }) => id)]).toEqual([3, placed.slice(1, 3)])
  const second = await list(`${days}&before=${first.next ?? ''}`)
  expect([second.orders.map(({ id }) => id), second.next]).toEqual([placed.slice(3, 4), null])
})

test('a refund names its buyer, masked for a viewer, and its deadline', async () => {
  const order = await placePaidOrder(deps)
  await office.as.owner.ask('POST', `/functions/orders/${order.id}/refund-due`, {})
  const refundFor = async (role: 'support' | 'viewer') => {
    const reply = await office.as[role].ask('GET', '/functions/refunds')
    return reply.json<{ refunds: readonly RefundRow[] }>().refunds[0]
  }
  const payBy = new Date(time.clock().getTime() + 14 * 24 * 3600_000).toISOString()
  expect(await refundFor('support')).toMatchObject({ email: 'buyer@example.com', edition: 'standard', payBy })
  expect((await refundFor('viewer'))?.email).toBe('b…@example.com')
})

test('an order is described with its evidence', async () => {
  const order = await placePaidOrder(deps)
  const told = await detail(order.id)
  expect(told).toMatchObject({
    id: order.id,
    status: 'confirmed',
    amount: '0.0010665',
    priceCents: 63_99,
    paymentAddress: order.payment_address,
    derivation: { wallet: 'bitcoin', path: `0/${String(order.derivation_index)}` },
    rate: { value: '60000', sources: 'fixed' },
    transfers: [{ asset: 'BTC', atoms: '106650', confirmations: 50, isOfRail: true, lost: null, nodes: [] }],
    mails: [
      { template: 'received', sentAt: null, attempts: 0, isRepeat: false },
      { template: 'keys', sentAt: null, attempts: 0, isRepeat: false },
    ],
    notes: [],
    refunds: [],
    decisions: [],
  })
  expect(told.events.map((event) => event.kind)).toEqual(['created', 'status', 'delivered'])
  expect(told.keys).toHaveLength(1)
  expect((await office.as.owner.ask('GET', `/functions/orders/${crypto.randomUUID()}`)).json()).toMatchObject(
    { code: 'PAYMENT_NOT_FOUND' },
  )
})

test('staff accept a short payment: the keys are delivered once, and the audit records it', async () => {
  const { order } = await placeShortOrder()
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 3)
  expect((await office.as.support.ask('POST', `/functions/orders/${order.id}/accept`)).statusCode).toBe(403)
  for (let again = 0; again < 2; again++) {
    const reply = await office.as.manager.ask('POST', `/functions/orders/${order.id}/accept`, {})
    expect(reply.json()).toMatchObject({ success: true, order: { status: 'confirmed', flags: ['manual'] } })
  }
  const told = await detail(order.id)
  expect(told.keys).toHaveLength(1)
  expect(told.decisions).toMatchObject([{ action: 'order.accept', by: 'manager@example.com' }])
  expect(told.accepted).toEqual([told.transfers[0]?.id])
})

test('what cannot be accepted is refused with a reason, and nothing is written', async () => {
  const open = await placeOrder(deps)
  const refusal = async (id: string, body?: object) =>
    (await office.as.owner.ask('POST', `/functions/orders/${id}/accept`, body)).json<{ code: string }>().code
  expect(await refusal(open.id)).toBe('NOT_IN_REVIEW')
  const { order } = await placeShortOrder()
  expect(await refusal(order.id, { transfers: ['bitcoin:nothing:0'] })).toBe('NOTHING_TO_ACCEPT')
  expect(await refusal(order.id, { transfers: [] })).toBe('NOTHING_TO_ACCEPT')
  expect(await refusal(crypto.randomUUID())).toBe('PAYMENT_NOT_FOUND')
  await office.as.owner.ask('POST', `/functions/orders/${order.id}/refund-due`, { reason: 'too little' })
  expect(await refusal(order.id)).toBe('REFUND_ASKED')
  expect((await detail(order.id)).decisions.map((one) => one.action)).toEqual(['order.refund-due'])
})

test('a refund goes from requested to verified through the back office', async () => {
  const order = await placePaidOrder(deps, { quantity: 2 })
  const due = await office.as.owner.ask('POST', `/functions/orders/${order.id}/refund-due`, { quantity: 1 })
  const [refund] = due.json<{ order: OrderDetail }>().order.refunds
  expect(refund).toMatchObject({
    status: 'asked',
    owed: null,
    owedNow: '0.0010665',
    priceCents: 63_99,
    quantity: 1,
    isQuoteOld: true,
  })
  const post = (act: string, body?: object, as: keyof SignedIn = 'owner') =>
    office.as[as].ask('POST', `/functions/refunds/${refund?.id ?? ''}/${act}`, body)
  expect((await post('record', { txHash: 'ab'.repeat(32) })).json()).toMatchObject({
    code: 'REFUND_QUOTE_NEEDED',
  })
  expect((await post('quote', {}, 'support')).statusCode).toBe(403)
  expect((await post('quote')).json()).toMatchObject({
    refund: { owed: '0.0010665', owedNow: null, rate: '60000' },
  })
  expect((await post('record', { txHash: 'xyz' })).statusCode).toBe(400)
  expect((await post('record', { txHash: 'ab'.repeat(32) })).json()).toMatchObject({
    refund: {
      status: 'recorded',
      transactions: [{ status: 'waiting', nodes: [{ node: 'bitcoin simulation', says: 'missing' }] }],
    },
  })
  expect((await post('withdraw')).json()).toMatchObject({ code: 'REFUND_CLOSED' })
  const { refunds, open } = (await office.as.viewer.ask('GET', '/functions/refunds')).json<{
    refunds: readonly { id: string }[]
    open: number
  }>()
  expect([refunds.map((one) => one.id), open]).toEqual([[refund?.id], 1])
})

test('notes are stored with their author; a note sent twice is stored once', async () => {
  const order = await placeOrder(deps)
  const write = (note: string, as: keyof SignedIn = 'support') =>
    office.as[as].ask('POST', `/functions/orders/${order.id}/note`, { note })
  expect((await write('x', 'viewer')).statusCode).toBe(403)
  expect((await write('x'.repeat(2001))).statusCode).toBe(400)
  await write('asked by mail')
  await write('asked by mail')
  expect((await detail(order.id)).notes).toMatchObject([{ by: 'support@example.com', note: 'asked by mail' }])
})

test('an order shows why one of its mails was not sent', async () => {
  const order = await placePaidOrder(deps)
  await database.db
    .updateTable('mails')
    .set({ attempts: 3, failed_as: 'refused', failed_reply: 550 })
    .where('dedupe_key', '=', `keys:${order.id}`)
    .execute()
  expect((await detail(order.id)).mails).toMatchObject([
    { template: 'received', failedAs: null, failedReply: null },
    { template: 'keys', attempts: 3, failedAs: 'refused', failedReply: 550, sentAt: null },
  ])
})

test('an order’s keys, or its newest mail if it has none, can be sent again once a minute', async () => {
  const order = await placePaidOrder(deps)
  const resend = () => office.as.support.ask('POST', `/functions/orders/${order.id}/resend`)
  expect((await resend()).statusCode).toBe(200)
  const limited = await resend()
  expect([limited.statusCode, limited.headers['retry-after']]).toEqual([429, '60'])
  time.pass(61)
  expect((await resend()).statusCode).toBe(200)
  const mails = await database.db
    .selectFrom('mails')
    .select(['facts', 'recipient', 'message_id'])
    .where('payment_id', '=', order.id)
    .where('template', '=', 'keys')
    .execute()
  expect(mails).toHaveLength(3)
  expect(new Set(mails.map((mail) => JSON.stringify([mail.facts, mail.recipient]))).size).toBe(1)
  expect(new Set(mails.map((mail) => mail.message_id)).size).toBe(3)
  const open = await placeOrder(deps)
  const resendOpen = () => office.as.support.ask('POST', `/functions/orders/${open.id}/resend`)
  expect((await resendOpen()).statusCode).toBe(200)
  await database.db.deleteFrom('mails').where('payment_id', '=', open.id).execute()
  time.pass(61)
  expect((await resendOpen()).json()).toMatchObject({ code: 'NOTHING_TO_RESEND' })
})

test('orders and addresses to sweep can be exported, and the audit records it', async () => {
  const order = await placePaidOrder(deps, { quantity: 2 })
  await placeOrder(deps, { userEmail: '=cmd@example.com' })
  expect((await office.as.support.ask('GET', '/functions/export-orders')).statusCode).toBe(403)
  const orders = await office.as.manager.ask('GET', '/functions/export-orders')
  const lines = orders.body.trimEnd().split('\n')
  expect(lines).toHaveLength(3)
  expect(orders.body).toContain(`,'=cmd@example.com`)
  expect(orders.body).toContain(`${order.id},`)
  const some = await office.as.manager.ask('GET', '/functions/export-orders?status=confirmed')
  expect(some.body.trimEnd().split('\n')).toHaveLength(2)
  const addresses = await office.as.owner.ask('GET', '/functions/export-addresses')
  expect(addresses.body.trimEnd().split('\n').slice(1)).toEqual([
    expect.stringMatching(
      new RegExp(
        `^bitcoin,${order.wallet_fingerprint},m/84'/1'/0'/0/(\\d+),\\1,${order.payment_address},bitcoin,BTC,0\\.002133,,no node,,${order.id},"?wpkh\\(tpub\\w+/0/\\1\\)#\\w{8}"?$`,
      ),
    ),
  ])
  const audit = await auditOf(database.db, { action: 'orders.export' })
  expect(audit.map((row) => row.subject_id)).toEqual(['orders', 'orders', 'addresses'])
  expect(audit[1]?.facts).toMatchObject({ status: 'confirmed', isSearch: false })
})
