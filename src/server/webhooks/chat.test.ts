import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeAlert, raiseAlert } from '#server/alerts/raise-alert.ts'
import { SAMPLE_ALERT_FACTS } from '#test/sample-alerts.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { testClock } from '#test/test-clock.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#test/webhook-receiver.ts'
import { ALERT_EVENTS, type ChatFormat } from '#shared/webhooks-api.ts'
import { changeWebhooks } from './change-webhooks.ts'
import { checkWebhookUrl } from './check-webhook-url.ts'
import { listDeliveries, listWebhooks } from './list-webhooks.ts'
import { resealWebhookUrls } from './reseal-webhook-urls.ts'
import { sendDelivery, type SendDeliveryDeps } from './send-delivery.ts'
import { storeSettingsEndpoint } from './webhook-endpoint.ts'

const SECRET = Buffer.alloc(32, 3)
const NEXT_SECRET = Buffer.alloc(32, 4)
const TOKEN = 'T0KEN-of-the-chat'

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
  await sql`truncate webhook_endpoints, webhook_deliveries, alerts, mails cascade`.execute(database.db)
})
afterEach(() => receiver.close())

const deps = (secret: Uint8Array = SECRET): SendDeliveryDeps => ({
  db: database.db,
  clock: time.clock,
  secret,
  webhooks: { webhook: null, allowsPrivateWebhooks: true },
  chat: {
    gameTitle: 'Ashen <Dominion>',
    language: 'en',
    editionName: () => 'Standard Edition',
    publicUrl: () => 'https://shop.example',
  },
})

const PATHS: Readonly<Record<ChatFormat, string>> = {
  slack: `/services/${TOKEN}`,
  discord: `/api/webhooks/1/${TOKEN}`,
  telegram: `/bot${TOKEN}/sendMessage?chat_id=-1001`,
  ntfy: `/sub/${TOKEN}`,
}

async function addChat(format: ChatFormat): Promise<string> {
  const url = new URL(PATHS[format], receiver.url).href
  const change = {
    action: 'create' as const,
    format,
    url,
    label: '',
    events: [...ALERT_EVENTS],
    hasEmail: false,
  }
  const by = { actorId, now: time.clock(), secret: SECRET }
  expect(await changeWebhooks(database.db, change, by)).toEqual({ kind: 'done', secret: null })
  return (await listWebhooks(database.db))[0]?.id ?? ''
}

const ALERT = { kind: 'rail-closed', subject: 'trc20', facts: SAMPLE_ALERT_FACTS['rail-closed'] } as const
const raise = () => database.db.transaction().execute((tx) => raiseAlert(tx, { ...ALERT, at: time.clock() }))

async function sendAll(id: string, from = deps()): Promise<void> {
  while ((await sendDelivery(from, id)) === 'delivered');
}

const HEADLINE = '[Ashen <Dominion>] A way to pay is closed: USDT (Tron), the node lags behind, 14 min 20 sec'
const LINK = 'https://shop.example/admin#/settings'

test.each([
  ['slack', PATHS.slack],
  ['discord', PATHS.discord],
  ['telegram', `/bot${TOKEN}/sendMessage`],
  ['ntfy', '/sub/'],
] as const)('%s gets an alert and its end, in the form its service documents', async (format, path) => {
  const id = await addChat(format)
  await raise()
  await closeAlert(database.db, ALERT, time.clock())
  await sendAll(id)
  expect(receiver.received.map((one) => one.path)).toEqual([path, path])
  const bodies = receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>)
  const expected: Readonly<Record<ChatFormat, object>> = {
    slack: { text: expect.stringMatching(/^\[Ashen &lt;Dominion&gt;\] [^<>]+First step[^<>]+#\/settings$/) },
    discord: { content: expect.stringContaining(HEADLINE), allowed_mentions: { parse: [] } },
    telegram: {
      chat_id: '-1001',
      text: expect.stringContaining(HEADLINE),
      link_preview_options: { is_disabled: true },
    },
    ntfy: {
      topic: TOKEN,
      title: HEADLINE,
      message: expect.stringContaining('Behind by: 14 min'),
      priority: 4,
      click: LINK,
    },
  }
  expect(bodies[0]).toEqual(expected[format])
  expect(JSON.stringify(bodies[0])).toContain(LINK)
  expect(JSON.stringify(bodies[1])).toContain('[Over] [Ashen')
  expect(JSON.stringify(receiver.received.map(({ headers }) => headers))).not.toContain('webhook-signature')
})

test('the address of a chat is in no list, no audit entry and in no row as text', async () => {
  const id = await addChat('slack')
  expect(await listWebhooks(database.db)).toMatchObject([
    { format: 'slack', url: new URL(receiver.url).origin },
  ])
  const { rows } = await sql<{ row: string }>`
    select row_to_json(e)::text as row from webhook_endpoints e
    union all select row_to_json(a)::text from audit a`.execute(database.db)
  expect(rows.length).toBeGreaterThan(1)
  for (const { row } of rows) expect(row).not.toContain(TOKEN)
  const by = { actorId, now: time.clock(), secret: SECRET }
  expect(await changeWebhooks(database.db, { action: 'rotate', id }, by)).toEqual({ kind: 'not-found' })
})

test('a new installation secret takes the addresses of chats with it', async () => {
  const id = await addChat('discord')
  await raise()
  expect(await sendDelivery(deps(NEXT_SECRET), id)).toBe('none')
  await database.db.transaction().execute((tx) => resealWebhookUrls(tx, SECRET, NEXT_SECRET))
  await sendAll(id, deps(NEXT_SECRET))
  expect(receiver.received.map((one) => one.path)).toEqual([PATHS.discord])
})

test.each([
  ['slack', { headers: { 'retry-after': '300' } }],
  ['discord', { body: '{"message":"You are being rate limited.","retry_after":299.6,"global":false}' }],
  ['telegram', { body: '{"ok":false,"error_code":429,"parameters":{"retry_after":300}}' }],
] as const)('%s is left alone for as long as it asks', async (format, asked) => {
  const id = await addChat(format)
  await raise()
  receiver.reply(429, asked)
  expect(await sendDelivery(deps(), id)).toBe('failed')
  receiver.reply(200)
  time.pass(299)
  expect(await sendDelivery(deps(), id)).toBe('none')
  time.pass(1)
  expect(await sendDelivery(deps(), id)).toBe('delivered')
  expect(await listDeliveries(database.db, id)).toMatchObject([{ state: 'delivered', attempts: 2 }])
})

test('a chat of the settings is told of alerts, and of nothing else', async () => {
  const webhook = { format: 'ntfy', url: new URL(PATHS.ntfy, receiver.url).href } as const
  await storeSettingsEndpoint(database.db, { webhook, allowsPrivateWebhooks: true }, time.clock())
  const [endpoint] = await listWebhooks(database.db)
  expect(endpoint).toMatchObject({ format: 'ntfy', url: null, events: [...ALERT_EVENTS] })
  await raise()
  await sendAll(endpoint?.id ?? '', { ...deps(), webhooks: { webhook, allowsPrivateWebhooks: true } })
  expect(JSON.parse(receiver.received[0]?.body ?? '{}')).toMatchObject({ topic: TOKEN })
})

test.each([
  ['telegram', 'https://api.telegram.org/bot1:a/sendMessage', false],
  ['telegram', 'https://api.telegram.org/bot1:a/sendMessage?chat_id=-1', true],
  ['ntfy', 'https://ntfy.sh/', false],
  ['ntfy', 'https://ntfy.sh/topic', true],
] as const)('for %s the address %s is complete: %s', (format, url, isComplete) => {
  expect(checkWebhookUrl(url, format, false).kind === 'ok').toBe(isComplete)
})
