import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseAlert } from '#server/alerts/raise-alert.ts'
import type { MachineState } from '#server/machine/machine.ts'
import { CHAIN_LOOK, MAIL } from '#server/runtime/work-channels.ts'
import { until } from '#test/until.ts'
import { createCallTally } from '#server/chain/call-tally.ts'
import type { App } from '#server/http/app.ts'
import { startRecovery } from '#server/recovery/recoveries.ts'
import { insertRefusedMails, insertStuckMail } from '#test/alert-causes.ts'
import { appWith } from '#test/app-with.ts'
import { SAMPLE_ALERT_FACTS } from '#test/sample-alerts.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { testEditions } from '#test/editions.ts'
import { orderDeps, payOnChain, placeOrder } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import type { RailState } from '#shared/api.ts'
import { createWorkMeasures, type WorkMeasures } from './measure-work.ts'
import { metricsRoutes } from './metrics-routes.ts'
import { readShopState } from './read-shop-state.ts'
import { salesHealth } from './sales-health.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { HEALTHY_MACHINE } from '#test/machine-state.ts'

const TOKEN = 'a-token-of-enough-characters'
const NODE = 'http://user:password@node.internal:8545/secret-path'

const database = useTestDatabase()
let app: App
let closedApp: App
let measures: WorkMeasures
const time = testClock()
let rails: RailState[] = [{ network: 'bitcoin', available: true, reason: null, simulated: false }]

const machine: MachineState = {
  ...HEALTHY_MACHINE,
  disks: [
    { place: 'database', level: 'full', freeBytes: null, sizeBytes: null, device: null },
    { place: 'data', level: 'full', freeBytes: 40_000_000, sizeBytes: 1_000_000_000, device: 1 },
  ],
  aheadOfDatabaseS: -90,
}

const shopState = () =>
  readShopState({
    db: database.db,
    clock: time.clock,
    editions: testEditions('reserve'),
    railStates: () => Promise.resolve(rails),
    machineState: () => machine,
    currenciesWithoutRate: () => Promise.resolve([]),
  })

beforeAll(async () => {
  const { db } = database
  const tally = createCallTally([NODE], time.clock, () => Promise.resolve(new Response('{}')))
  await tally.fetch('http://node.internal:8545/secret-path')
  measures = createWorkMeasures({ shop: database.pool })
  await measures.worker.start()
  const tallies = new Map([['ethereum', tally]] as const)
  const release = { version: '1.2.3', commit: null }
  const deps = { db, clock: time.clock, tallies, shopState, measures, release }
  app = await appWith((routes) => metricsRoutes(routes, { ...deps, metricsToken: TOKEN }))
  closedApp = await appWith((routes) => metricsRoutes(routes, { ...deps, metricsToken: null }))
  await addNewKeys(db, TEST_CIPHER, 'standard', 5)
  const order = await placeOrder(orderDeps(db, time.clock))
  await payOnChain(db, order)
  await db.transaction().execute((tx) =>
    raiseAlert(tx, {
      kind: 'mail-stuck',
      subject: 'shop',
      facts: SAMPLE_ALERT_FACTS['mail-stuck'],
      at: time.clock(),
    }),
  )
  time.pass(90)
})
afterAll(async () => {
  await measures.worker.stop()
  await app.close()
  await closedApp.close()
})

const ask = (authorization?: string) =>
  app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })

test('metrics are only for who has the token, and without one in the settings there is no such page', async () => {
  expect((await ask()).statusCode).toBe(401)
  expect((await ask('Bearer wrong')).statusCode).toBe(401)
  expect((await ask(TOKEN)).statusCode).toBe(401)
  const granted = await ask(`Bearer ${TOKEN}`)
  expect(granted.statusCode).toBe(200)
  expect(granted.headers['content-type']).toContain('text/plain; version=0.0.4')
  expect(
    (await closedApp.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })).statusCode,
  ).toBe(404)
})

test('they tell of orders, stock, chains, nodes, mails and alerts, and name no node', async () => {
  const { body } = await ask(`Bearer ${TOKEN}`)
  for (const line of [
    'keyhold_can_sell 1',
    'keyhold_orders{status="pending"} 1',
    'keyhold_orders{status="confirmed"} 0',
    'keyhold_rail_open{rail="bitcoin"} 1',
    // one of the five is promised to the order
    'keyhold_keys_free{edition="standard"} 4',
    'keyhold_edition_sold_out{edition="supporter"} 1',
    'keyhold_chain_look_age_seconds{chain="bitcoin"} 90',
    'keyhold_node_calls_24h{chain="ethereum",node="1"} 1',
    'keyhold_alerts_open 1',
    'keyhold_alerts_open_by_kind{kind="mail-stuck"} 1',
    'keyhold_mails_waiting 1',
    'keyhold_disk_free_bytes{place="data"} 40000000',
    'keyhold_disk_size_bytes{place="data"} 1000000000',
    'keyhold_clock_ahead_seconds -90',
  ])
    expect(body.split('\n')).toContain(line)
  expect(body).not.toMatch(/password|internal|secret/)
})

test('they tell how long requests, statements, looks at chains and mails took, by patterns of paths', async () => {
  await expect(
    CHAIN_LOOK.tracePromise(() => Promise.reject(new Error('no node')), { chain: 'bitcoin' }),
  ).rejects.toThrow('no node')
  const mail = { template: 'keys', orderId: null, queuedForMs: 61_000 }
  await MAIL.tracePromise(() => Promise.resolve(), mail)
  await MAIL.tracePromise(() => Promise.reject(new Error('refused')), mail).catch(() => undefined)
  await app.inject({ method: 'HEAD', url: '/orders/of/somebody?with=a-secret' })
  const before = await ask(`Bearer ${TOKEN}`)
  const { body } = await ask(`Bearer ${TOKEN}`)
  const lines = body.split('\n')
  for (const line of [
    'keyhold_http_request_duration_seconds_count{route="unknown",method="HEAD",status="404"} 1',
    'keyhold_chain_look_seconds_count{chain="bitcoin"} 1',
    'keyhold_mail_delay_seconds_bucket{le="60"} 0',
    'keyhold_mail_delay_seconds_bucket{le="300"} 1',
    'keyhold_mail_delay_seconds_count 1',
    'keyhold_database_waiting{pool="shop"} 0',
    `keyhold_build_info{version="1.2.3",commit="",node="${process.versions.node}"} 1`,
  ])
    expect(lines).toContain(line)
  expect(body).not.toMatch(/somebody|a-secret/)
  const countOf = (text: string, name: string) =>
    Number(
      new RegExp(`^${name}_count(?:{route="/metrics",method="GET",status="200"})? (\\d+)$`, 'm').exec(
        text,
      )?.[1],
    )
  for (const name of ['database_wait_seconds', 'database_statement_seconds', 'http_request_duration_seconds'])
    expect(countOf(body, `keyhold_${name}`), name).toBeGreaterThan(
      countOf(before.body, `keyhold_${name}`) || 0,
    )
})

test('how late the event loop was is told', async () => {
  const end = performance.now() + 900
  while (performance.now() < end);
  const late = async () => {
    const { body } = await ask(`Bearer ${TOKEN}`)
    const of = (name: string) =>
      Number(body.split(`keyhold_event_loop_delay_seconds_${name} `)[1]?.split('\n')[0])
    return of('count') - of('bucket{le="0.1"}')
  }
  await until(async () => (await late()) > 0)
})

test('every line is one that Prometheus reads', async () => {
  const { body } = await ask(`Bearer ${TOKEN}`)
  expect(body.endsWith('\n')).toBe(true)
  for (const line of body.trimEnd().split('\n'))
    expect(line).toMatch(
      /^(|# (HELP|TYPE) [a-z0-9_]+ .+|[a-z0-9_]+(\{([a-z]+="[^"]*",?)+\})? -?\d+(\.\d+)?(e[+-]?\d+)?)$/,
    )
})

test('a server that refuses most mails, and keys that wait, are no sound mail; a single mailbox that is refused is', async () => {
  const { db } = database
  const mail = async () => salesHealth(await shopState()).mail
  const aside = await db.selectFrom('mails').select(['id', 'created_at']).execute()
  await db
    .updateTable('mails')
    .set({ sent_at: new Date(0) })
    .execute()
  try {
    await insertStuckMail(db, time.clock(), { failed_as: 'refused' })
    expect(await mail()).toEqual({ ok: true })
    await insertRefusedMails(db, time.clock())
    expect(await mail()).toEqual({ ok: false, detail: 'the mail server refuses most mails' })
    const { body } = await ask(`Bearer ${TOKEN}`)
    for (const line of ['keyhold_mails_refused 4', 'keyhold_mail_oldest_seconds 660'])
      expect(body.split('\n')).toContain(line)
    // it takes as many as it refuses no more than half
    for (const dedupe_key of ['a', 'b', 'c', 'd', 'e', 'f'])
      await insertStuckMail(db, time.clock(), { dedupe_key, sent_at: time.clock() })
    expect(await mail()).toEqual({ ok: true })
    await insertStuckMail(db, time.clock(), { dedupe_key: 'keys', template: 'keys', failed_as: 'refused' })
    expect(await mail()).toEqual({
      ok: false,
      detail: 'keys of paid orders wait to be mailed for more than ten minutes',
    })
    // the recovery has an alert of its own
    const start = {
      cause: 'older',
      previousDatabaseId: crypto.randomUUID(),
      lostSince: time.clock(),
      reserved: {},
    } as const
    await db.transaction().execute((tx) => startRecovery(tx, start, time.clock()))
    expect(await mail()).toEqual({ ok: true })
  } finally {
    await sql`delete from mails where recipient = 'else@shop.example'`.execute(db)
    await sql`delete from recoveries`.execute(db)
    await sql`update game_keys set quarantined_at = null, retired_at = null`.execute(db)
    await db
      .updateTable('mails')
      .set({ sent_at: null })
      .where(
        'id',
        'in',
        aside.map(({ id }) => id),
      )
      .execute()
  }
})

test('nothing can be sold without an open rail or without stock, and health says which', async () => {
  expect(salesHealth(await shopState())).toMatchObject({
    sales: { ok: true },
    stock: { ok: true },
    mail: { ok: true },
  })
  rails = [{ network: 'bitcoin', available: false, reason: 'node_down', simulated: false }]
  expect(salesHealth(await shopState()).sales).toEqual({ ok: false, detail: 'no rail is open' })
  rails = [{ network: 'bitcoin', available: true, reason: null, simulated: false }]
  await sql`delete from game_keys`.execute(database.db)
  expect(salesHealth(await shopState())).toMatchObject({
    sales: { ok: false, detail: 'every edition is sold out' },
    stock: { ok: false },
  })
})
