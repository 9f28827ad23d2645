import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeAlert, raiseAlert } from '#server/alerts/raise-alert.ts'
import { recordEvent } from '#server/payments/payment-event.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { AlertEventData, ExternalEventData, OrderEventData, webhookBody } from '#shared/webhook-bodies.ts'
import { WEBHOOK_EVENTS } from '#shared/webhooks-api.ts'
import { makePerson } from '#test/account-fixture.ts'
import { orderDeps, placeOrder } from '#test/order-fixture.ts'
import { SAMPLE_ALERT_FACTS } from '#test/sample-alerts.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { startWebhookReceiver, type ReceivedWebhook, type WebhookReceiver } from '#test/webhook-receiver.ts'
import { changeWebhooks } from './change-webhooks.ts'
import { listWebhooks } from './list-webhooks.ts'
import { sendDelivery, type SendDeliveryDeps } from './send-delivery.ts'

// What the shop posts, verified by the library that the documents name.
const database = useTestDatabase()
const SECRET = Buffer.alloc(32, 5)
let receiver: WebhookReceiver
let endpointId: string
let secret: string
let deps: SendDeliveryDeps
let change: (request: Parameters<typeof changeWebhooks>[1]) => Promise<string | null>
beforeAll(async () => {
  const { db } = database
  receiver = await startWebhookReceiver()
  const actorId = await makePerson(db, 'owner@example.com', 'owner')
  change = async (request) => {
    const outcome = await changeWebhooks(db, request, { actorId, now: systemClock(), secret: SECRET })
    if (outcome.kind !== 'done') throw new Error(`expected a change, got ${outcome.kind}`)
    return outcome.secret
  }
  const fields = { url: receiver.url, label: 'Ours', events: [...WEBHOOK_EVENTS], hasEmail: true }
  secret = (await change({ action: 'create', format: 'keyhold', ...fields })) ?? ''
  endpointId = (await listWebhooks(db)).find(({ url }) => url === receiver.url)?.id ?? ''
  deps = {
    ...{ db, clock: systemClock, secret: SECRET },
    webhooks: { webhook: null, allowsPrivateWebhooks: true },
    chat: {
      ...{ gameTitle: 'Ashen Dominion', language: 'en', editionName: () => 'Standard Edition' },
      publicUrl: () => 'https://shop.example',
    },
  }
})
afterAll(() => receiver.close())

async function sendAll(): Promise<void> {
  while ((await sendDelivery(deps, endpointId)) === 'delivered');
}

function verify(key: string, { body, headers }: ReceivedWebhook, text = body): unknown {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  return new Webhook(key).verify(text, Object.fromEntries(names.map((name) => [name, String(headers[name])])))
}

const dataOf = (type: string) =>
  type.startsWith('order.')
    ? OrderEventData
    : type.startsWith('external.')
      ? ExternalEventData
      : AlertEventData

test('every event is verified, and has the body that the API document describes', async () => {
  const { db } = database
  const order = await placeOrder(orderDeps(db, systemClock))
  const refund = { refundId: order.id, quantity: 1 }
  const steps = [
    ['status', { to: 'review' }],
    ['status', { to: 'confirmed' }],
    ['delivered', {}],
    ['refund_asked', refund],
    ['refund_verified', refund],
  ] as const
  for (const [kind, facts] of steps) await recordEvent(db, order.id, systemClock(), kind, facts)
  const alerts = [
    { kind: 'rail-closed', subject: 'bitcoin', facts: SAMPLE_ALERT_FACTS['rail-closed'] },
    { kind: 'stock-low', subject: 'standard', facts: SAMPLE_ALERT_FACTS['stock-low'] },
  ] as const
  for (const alert of alerts) {
    await db.transaction().execute((tx) => raiseAlert(tx, { ...alert, at: systemClock() }))
    await closeAlert(db, alert, systemClock())
  }
  const sale = {
    created_at: systemClock(),
    idempotency_key: 'sale',
    request_hash: '',
    reference: 'cs_1',
    user_email: 'a@example.com',
  }
  await db
    .insertInto('external_orders')
    .values({ ...sale, language: 'en', edition: 'standard', quantity: 1 })
    .execute()
  await db.updateTable('external_orders').set({ delivered_at: systemClock() }).execute()
  await db.updateTable('external_orders').set({ refunded_at: systemClock() }).execute()
  await sendAll()
  const bodies = receiver.received.map((message) => verify(secret, message) as { readonly type: string })
  expect(bodies.map(({ type }) => type).sort()).toEqual([...WEBHOOK_EVENTS].sort())
  for (const body of bodies) {
    // strict: a field that is not described is a fault
    expect(webhookBody(dataOf(body.type).strict()).strict().safeParse(body).error).toBeUndefined()
  }
})

test('a message that was changed, or signed with another secret, is not verified', async () => {
  await change({ action: 'test', id: endpointId })
  await sendAll()
  const message = receiver.received.at(-1)
  if (message === undefined) throw new Error('expected a message')
  expect(verify(secret, message)).toMatchObject({ type: 'webhook.test', data: {} })
  expect(() => verify(secret, message, message.body.replace('test', 'best'))).toThrow(
    WebhookVerificationError,
  )
  expect(() => verify(`whsec_${SECRET.toString('base64')}`, message)).toThrow(WebhookVerificationError)
})

test('after a rotation both secrets verify', async () => {
  const next = (await change({ action: 'rotate', id: endpointId })) ?? ''
  await change({ action: 'test', id: endpointId })
  await sendAll()
  const message = receiver.received.at(-1)
  if (message === undefined) throw new Error('expected a message')
  expect(next).not.toBe(secret)
  for (const key of [secret, next]) expect(verify(key, message)).toMatchObject({ type: 'webhook.test' })
})
