import { expect, test } from 'vitest'
import { auditedActions, auditOf } from '#test/audit-of.ts'
import { useAccountFixture } from '#test/use-accounts.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { webhookRoutes } from './routes.ts'

const CREATION = {
  action: 'create',
  url: 'https://hooks.example/keyhold?token=of-theirs',
  label: 'CRM',
  events: ['order.confirmed'],
  hasEmail: false,
}

const database = useTestDatabase()
const fixture = useAccountFixture(database, {
  addRoutes: (app, { access }) => {
    const webhooks = { allowsPrivateWebhooks: false }
    webhookRoutes(app, {
      db: database.db,
      clock: systemClock,
      access,
      secret: Buffer.alloc(32, 3),
      webhooks,
    })
  },
})

test('managers create, rotate and delete webhooks, support does not; the secret is shown once and the audit has no address', async () => {
  const support = await fixture.signedIn('support')
  expect((await support.ask('GET', '/functions/webhooks')).statusCode).toBe(403)
  expect((await support.ask('POST', '/functions/webhooks', CREATION)).statusCode).toBe(403)
  const manager = await fixture.signedIn('manager')
  const created = await manager.ask('POST', '/functions/webhooks', CREATION)
  expect(created.json()).toMatchObject({ success: true, secret: expect.stringMatching(/^whsec_/) as string })
  const list = await manager.ask('GET', '/functions/webhooks')
  const [webhook] = list.json<{ webhooks: readonly { id: string }[] }>().webhooks
  expect(webhook).toMatchObject({ url: CREATION.url, isPaused: false, waiting: 0 })
  expect(list.body).not.toContain('whsec_')
  const act = (action: string) => manager.ask('POST', '/functions/webhooks', { action, id: webhook?.id })
  expect((await act('rotate')).json()).toMatchObject({ secret: expect.stringMatching(/^whsec_/) as string })
  expect((await act('test')).json()).toEqual({ success: true, secret: null })
  const deliveries = await manager.ask('GET', `/functions/webhooks/${webhook?.id ?? ''}/deliveries`)
  const [delivery] = deliveries.json<{ deliveries: readonly { id: string }[] }>().deliveries
  expect(delivery).toMatchObject({ event: 'webhook.test', state: 'waiting', orderId: null })
  const again = await manager.ask('POST', `/functions/webhook-deliveries/${delivery?.id ?? ''}/redeliver`, {})
  expect(again.statusCode).toBe(200)
  expect((await act('delete')).statusCode).toBe(200)
  expect((await act('pause')).json()).toMatchObject({ code: 'WEBHOOK_NOT_FOUND' })
  expect(await auditedActions(database.db, {}, 'webhook.')).toEqual([
    'webhook.create',
    'webhook.rotate',
    'webhook.test',
    'webhook.redeliver',
    'webhook.delete',
  ])
  const facts = (await auditOf(database.db)).map((entry) => entry.facts)
  expect(JSON.stringify(facts)).not.toMatch(/of-theirs|whsec_/)
})

test('addresses that are not public or not encrypted are refused', async () => {
  const owner = await fixture.signedIn('owner')
  for (const url of [
    'http://hooks.example/',
    'ftp://hooks.example/',
    'https://user:password@hooks.example/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://192.168.1.1/',
    'no address',
  ]) {
    const reply = await owner.ask('POST', '/functions/webhooks', { ...CREATION, url })
    expect([url, reply.statusCode, reply.json<{ code: string }>().code]).toEqual([
      url,
      400,
      'WEBHOOK_URL_REFUSED',
    ])
  }
})
