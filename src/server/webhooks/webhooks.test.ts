import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { closeAlert, raiseAlert } from '#server/alerts/raise-alert.ts'
import { deliverOrder } from '#server/payments/deliver-order.ts'
import { recordEvent } from '#server/payments/payment-event.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { createLog } from '#server/runtime/log.ts'
import { SAMPLE_ALERT_FACTS } from '#test/sample-alerts.ts'
import { newCode } from '#test/new-code.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { keyRow } from '#test/insert-key.ts'
import { forgetOrders, orderDeps, payOnChain, placeOrder } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { until } from '#test/until.ts'
import { isSignedWith, startWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'
import { OrderEventData } from '#shared/webhook-bodies.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/webhooks-api.ts'
import { changeWebhooks, redeliver } from './change-webhooks.ts'
import { storeSettingsEndpoint, type WebhookSettings } from './webhook-endpoint.ts'
import { listDeliveries, listWebhooks } from './list-webhooks.ts'
import { sendDelivery, type SendDeliveryDeps } from './send-delivery.ts'
import { createWebhookWorker } from './webhook-worker.ts'

const SECRET = Buffer.alloc(32, 3)
const SETTINGS_SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

const database = useTestDatabase()
let time: ReturnType<typeof testClock>
let receiver: WebhookReceiver
let actorId: string
beforeAll(async () => {
  const user = await database.db
    .insertInto('users')
    .values({ email: 'owner@example.com', name: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  actorId = user.id
})
beforeEach(async () => {
  time = testClock()
  receiver = await startWebhookReceiver()
  await forgetOrders(database.db)
  await sql`truncate webhook_endpoints, webhook_deliveries, alerts, mails cascade`.execute(database.db)
})
afterEach(() => receiver.close())

const by = () => ({ actorId, now: time.clock(), secret: SECRET })

async function createEndpoint(
  options: { url?: string; events?: readonly WebhookEvent[]; hasEmail?: boolean } = {},
): Promise<{ readonly id: string; readonly secret: string }> {
  const { url = receiver.url, events = WEBHOOK_EVENTS, hasEmail = false } = options
  const change = {
    action: 'create' as const,
    format: 'keyhold' as const,
    url,
    label: 'Ours',
    events: [...events],
    hasEmail,
  }
  const outcome = await changeWebhooks(database.db, change, by())
  if (outcome.kind !== 'done' || outcome.secret === null) throw new Error('no endpoint was created')
  const id = (await listWebhooks(database.db)).find((one) => one.url === url)?.id ?? ''
  return { id, secret: outcome.secret }
}

const deps = (webhooks: Partial<WebhookSettings> = {}): SendDeliveryDeps => ({
  db: database.db,
  clock: time.clock,
  secret: SECRET,
  webhooks: { webhook: null, allowsPrivateWebhooks: true, ...webhooks },
  chat: {
    gameTitle: 'Ashen Dominion',
    language: 'en',
    editionName: () => 'Standard Edition',
    publicUrl: () => 'https://shop.example',
  },
})

async function sendAll(id: string, from = deps()): Promise<void> {
  while ((await sendDelivery(from, id)) === 'delivered');
}

async function queueTest(id: string): Promise<void> {
  await changeWebhooks(database.db, { action: 'test', id }, by())
}

const orders = () => orderDeps(database.db, time.clock)

async function buyAndDeliver(): Promise<string> {
  const order = await placeOrder(orders())
  await payOnChain(database.db, order)
  await database.db.insertInto('game_keys').values(keyRow('AAAAA-BBBBB-CCCCC')).execute()
  await settlePayment(orders(), order.id)
  expect(await deliverOrder(orders(), order.id)).toEqual({ kind: 'delivered', keys: 1 })
  return order.id
}

describe('a receiver', () => {
  test('is told of an order in its steps, signed, and of neither key, e-mail nor secret', async () => {
    const { id, secret } = await createEndpoint()
    const orderId = await buyAndDeliver()
    await sendAll(id)
    expect(receiver.received.map(({ json }) => json.type)).toEqual([
      'order.created',
      'order.confirmed',
      'order.delivered',
    ])
    for (const message of receiver.received) {
      expect(isSignedWith(secret, message)).toBe(true)
      expect(isSignedWith(SETTINGS_SECRET, message)).toBe(false)
      expect(message.json.data).toMatchObject({
        orderId,
        edition: 'standard',
        quantity: 1,
        priceUsdCents: 6399,
      })
      expect(message.body).not.toMatch(/AAAAA|buyer@example|whsec|secret/i)
    }
    expect(receiver.received.at(-1)?.json.data).toMatchObject({ status: 'confirmed' })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
  })

  test('is told of the code of an order and what it took off, in the currency of the price', async () => {
    const { id } = await createEndpoint({ events: ['order.created'] })
    await newCode(database.db, 'HOOK10', { percent: 10, now: time.clock() })
    await placeOrder(orders(), { discountCode: 'hook-10' })
    await placeOrder(orders())
    await sendAll(id)
    const [lowered, whole] = receiver.received.map(({ json }) => OrderEventData.parse(json.data))
    expect(lowered).toMatchObject({
      priceCents: 57_60,
      currency: 'USD',
      discountCode: 'HOOK10',
      discountCents: 6_39,
    })
    expect(whole).toMatchObject({ priceCents: 63_99, discountCode: null, discountCents: 0 })
  })

  test('is told once that an order is confirmed, also if more is paid for it later', async () => {
    const { id } = await createEndpoint()
    const orderId = await buyAndDeliver()
    const order = await database.db
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    await payOnChain(database.db, order)
    const { status } = await settlePayment(orders(), orderId)
    expect(status).toBe('confirmed')
    await sendAll(id)
    expect(receiver.received.map(({ json }) => json.type)).toEqual([
      'order.created',
      'order.confirmed',
      'order.delivered',
    ])
  })

  test('gets the e-mail address if it is set to, until that is erased', async () => {
    const { id } = await createEndpoint({ hasEmail: true, events: ['order.created'] })
    const order = await placeOrder(orders())
    await sendAll(id)
    expect(receiver.received[0]?.json.data).toMatchObject({ orderId: order.id, email: 'buyer@example.com' })
  })

  test('is told of the events it is set to, and of refunds', async () => {
    const { id } = await createEndpoint({ events: ['order.refund_requested', 'order.refunded'] })
    const order = await placeOrder(orders())
    for (const kind of ['refund_asked', 'refund_verified'] as const)
      await recordEvent(database.db, order.id, time.clock(), kind, { refundId: actorId, quantity: 1 })
    await sendAll(id)
    expect(receiver.received.map(({ json }) => [json.type, json.data.refundedCopies])).toEqual([
      ['order.refund_requested', 1],
      ['order.refunded', 1],
    ])
  })

  test('is told once of an alert and once of its end', async () => {
    const { id } = await createEndpoint()
    const about = {
      kind: 'rail-closed',
      subject: 'bitcoin',
      facts: SAMPLE_ALERT_FACTS['rail-closed'],
    } as const
    const stock = { kind: 'stock-low', subject: 'standard', facts: SAMPLE_ALERT_FACTS['stock-low'] } as const
    for (const alert of [about, about, stock])
      await database.db.transaction().execute((tx) => raiseAlert(tx, { ...alert, at: time.clock() }))
    time.pass(60)
    for (const alert of [about, about, stock]) await closeAlert(database.db, alert, time.clock())
    await sendAll(id)
    expect(receiver.received.map(({ json }) => [json.type, json.data.kind, json.data.subject])).toEqual([
      ['alert.raised', 'rail-closed', 'bitcoin'],
      ['stock.low', 'stock-low', 'standard'],
      ['alert.closed', 'rail-closed', 'bitcoin'],
      ['stock.restored', 'stock-low', 'standard'],
    ])
  })

  test('is told nothing of a transaction that fails', async () => {
    const { id } = await createEndpoint()
    const failing = database.db.transaction().execute(async (tx) => {
      await raiseAlert(tx, {
        kind: 'mail-stuck',
        subject: 'shop',
        facts: SAMPLE_ALERT_FACTS['mail-stuck'],
        at: time.clock(),
      })
      throw new Error('the rest failed')
    })
    await expect(failing).rejects.toThrow('the rest failed')
    expect(await listDeliveries(database.db, id)).toEqual([])
  })
})

describe('a receiver that fails', () => {
  test('gets the same message again, later and later, for a day, and on request', async () => {
    const { id } = await createEndpoint()
    await queueTest(id)
    receiver.reply(500)
    let attempts = 0
    for (let minute = 0; minute <= 26 * 60; minute += 5) {
      while ((await sendDelivery(deps(), id)) !== 'none') attempts++
      time.pass(300)
    }
    expect(attempts).toBe(receiver.received.length)
    expect(attempts).toBeGreaterThan(8)
    expect(attempts).toBeLessThan(20)
    expect(await listDeliveries(database.db, id)).toMatchObject([{ state: 'given-up', lastAnswer: '500' }])
    receiver.reply(204)
    const [delivery] = await listDeliveries(database.db, id)
    expect(await redeliver(database.db, delivery?.id ?? '', by())).toBe(true)
    await sendAll(id)
    expect(await listDeliveries(database.db, id)).toMatchObject([{ state: 'delivered', lastAnswer: '204' }])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([delivery?.id]),
    )
    expect((await listWebhooks(database.db))[0]).toMatchObject({ failures: 0, waiting: 0 })
  })

  test('delays no other', async () => {
    const silent = await startWebhookReceiver()
    silent.reply(0)
    const { id: silentId } = await createEndpoint({ url: silent.url })
    await createEndpoint()
    const worker = createWebhookWorker({
      ...deps(),
      log: createLog({ level: 'silent' }),
      listener: { subscribe: () => () => undefined },
    })
    for (const { id } of await listWebhooks(database.db)) for (let n = 0; n < 3; n++) await queueTest(id)
    await worker.start()
    await until(() => receiver.received.length === 3 && silent.received.length === 1)
    await worker.stop()
    await silent.close()
    // the attempt that was cut off by the stop is made again
    expect(await listDeliveries(database.db, silentId)).toMatchObject([
      { state: 'waiting' },
      { state: 'waiting' },
      { state: 'waiting' },
    ])
  })

  test('that redirects has failed: redirects are not followed', async () => {
    const { id } = await createEndpoint()
    await queueTest(id)
    receiver.reply(302)
    expect(await sendDelivery(deps(), id)).toBe('failed')
    expect(receiver.received).toHaveLength(1)
    expect(await listDeliveries(database.db, id)).toMatchObject([{ lastAnswer: '302' }])
  })

  test('and never replies is given up in time', async () => {
    const { id } = await createEndpoint()
    await queueTest(id)
    receiver.reply(0)
    expect(await sendDelivery({ ...deps(), withinMs: 50 }, id)).toBe('failed')
    expect(await listDeliveries(database.db, id)).toMatchObject([{ lastAnswer: 'timeout' }])
  })
})

test('two processes send no message twice, and a message whose process was killed is sent after a minute', async () => {
  const { id } = await createEndpoint()
  for (let n = 0; n < 5; n++) await queueTest(id)
  await Promise.all([sendAll(id), sendAll(id), sendAll(id)])
  expect(receiver.received).toHaveLength(5)
  await queueTest(id)
  // what a process that is killed while it sends leaves behind
  await sql`update webhook_deliveries set attempts = 1, next_attempt_at = ${new Date(time.clock().getTime() + 60_000)}
    where delivered_at is null`.execute(database.db)
  expect(await sendDelivery(deps(), id)).toBe('none')
  time.pass(61)
  expect(await sendDelivery(deps(), id)).toBe('delivered')
})

test.each([
  'http://127.0.0.1:1/',
  'http://127.1:1/',
  'http://2130706433:1/',
  'http://localhost:1/',
  'http://[::1]:1/',
  'http://[::ffff:127.0.0.1]:1/',
  'http://[64:ff9b::7f00:1]:1/',
  'http://[fd00::1]:1/',
  'http://169.254.169.254/latest/meta-data',
  'http://10.0.0.1/',
  'http://0.0.0.0:1/',
])('%s is not reached unless private networks are allowed', async (url) => {
  const { id } = await createEndpoint({ url })
  await queueTest(id)
  expect(await sendDelivery(deps({ allowsPrivateWebhooks: false }), id)).toBe('failed')
  expect(await listDeliveries(database.db, id)).toMatchObject([{ lastAnswer: 'private address' }])
})

test('a rotated secret signs beside the previous one for a day', async () => {
  const { id, secret: first } = await createEndpoint()
  const rotation = await changeWebhooks(database.db, { action: 'rotate', id }, by())
  const second = rotation.kind === 'done' ? (rotation.secret ?? '') : ''
  expect(second).not.toBe(first)
  await queueTest(id)
  await sendAll(id)
  time.pass(25 * 3600)
  await queueTest(id)
  await sendAll(id)
  const [early, late] = receiver.received
  if (early === undefined || late === undefined) throw new Error('expected two messages')
  expect([isSignedWith(first, early), isSignedWith(second, early)]).toEqual([true, true])
  expect([isSignedWith(first, late), isSignedWith(second, late)]).toEqual([false, true])
})

test('the endpoint of the settings is stored without its address, and sleeps when the setting is gone', async () => {
  const webhook = { format: 'keyhold', url: receiver.url, secret: SETTINGS_SECRET } as const
  const settings = { webhook, allowsPrivateWebhooks: true }
  await storeSettingsEndpoint(database.db, settings, time.clock())
  await storeSettingsEndpoint(database.db, settings, time.clock())
  const [endpoint, another] = await listWebhooks(database.db)
  expect([endpoint?.url, another]).toEqual([null, undefined])
  const id = endpoint?.id ?? ''
  await placeOrder(orders())
  await sendAll(id, deps({ webhook }))
  const [message] = receiver.received
  expect(message !== undefined && isSignedWith(SETTINGS_SECRET, message)).toBe(true)
  await storeSettingsEndpoint(database.db, { ...settings, webhook: null }, time.clock())
  await placeOrder(orders())
  expect(await listDeliveries(database.db, id)).toHaveLength(1)
  expect(await changeWebhooks(database.db, { action: 'delete', id }, by())).toEqual({ kind: 'not-found' })
})

test('what happens while an endpoint is paused is sent when it goes on', async () => {
  const { id } = await createEndpoint({ events: ['order.created'] })
  await changeWebhooks(database.db, { action: 'pause', id }, by())
  await placeOrder(orders())
  expect(await sendDelivery(deps(), id)).toBe('none')
  await changeWebhooks(database.db, { action: 'resume', id }, by())
  await sendAll(id)
  expect(receiver.received).toHaveLength(1)
})
