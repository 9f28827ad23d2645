import { USD } from '#shared/currency.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { raiseAlert } from '#server/alerts/raise-alert.ts'
import type { App } from '#server/http/app.ts'
import type { CreatePaymentDeps } from '#server/payments/insert-order.ts'
import type { OverviewReply } from '#shared/overview-api.ts'
import { ROLES, type Role } from '#shared/permissions.ts'
import { accountFixture, makePerson, openBrowser } from '#test/account-fixture.ts'
import { SAMPLE_ALERT_FACTS } from '#test/sample-alerts.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { testEditions } from '#test/editions.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { forgetOrders, orderDeps } from '#test/order-fixture.ts'
import { ask, placePaidOrder } from '#test/refund-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { overviewRoutes } from './overview-routes.ts'
import { readShopState } from './read-shop-state.ts'
import { HEALTHY_MACHINE } from '#test/machine-state.ts'
import { readKeyStats } from '#server/keys/key-counts.ts'

const BACKUPS = {
  isScheduled: true,
  isEncrypted: true,
  lastAt: '2026-11-20T03:00:00.000Z',
  isOld: false,
  verifiedAt: null,
  failure: null,
  checkFailure: null,
}

const database = useTestDatabase()
let app: App
let deps: CreatePaymentDeps
let time: ReturnType<typeof testClock>
beforeAll(async () => {
  const { db } = database
  time = testClock('2026-11-19T12:00:00Z')
  deps = orderDeps(db, time.clock)
  const { editions, railStates } = { editions: testEditions('backorder'), railStates: deps.railStates }
  const fixture = await accountFixture(db, {
    addRoutes: (routes, { access }) => {
      overviewRoutes(routes, {
        db,
        currency: USD,
        access,
        clock: time.clock,
        shopState: () =>
          readShopState({
            ...{ db, clock: time.clock, editions, railStates, machineState: () => HEALTHY_MACHINE },
            currenciesWithoutRate: () => Promise.resolve([]),
          }),
        readBackups: () => Promise.resolve(BACKUPS),
      })
    },
  })
  app = fixture.app
  for (const role of [...ROLES, null]) await makePerson(db, `${role ?? 'nobody'}@example.com`, role)
})
beforeEach(() => forgetOrders(database.db))
afterAll(() => app.close())

async function overviewFor(role: Role, query = ''): Promise<OverviewReply> {
  const browser = openBrowser(app)
  await browser.signIn(`${role}@example.com`)
  const reply = await browser.ask('GET', `/functions/overview${query}`)
  expect(reply.statusCode).toBe(200)
  return reply.json<OverviewReply>()
}

test('without a role there is no overview', async () => {
  const browser = openBrowser(app)
  expect((await browser.ask('GET', '/functions/overview')).statusCode).toBe(401)
  await browser.signIn('nobody@example.com')
  expect((await browser.ask('GET', '/functions/overview')).statusCode).toBe(403)
})

test('it compares today with yesterday, and tells what waits with its age and value', async () => {
  const { db } = database
  await placePaidOrder(deps, { quantity: 2 })
  time.pass(24 * 3600)
  const order = await placePaidOrder(deps)
  const askedAt = time.clock().toISOString()
  await ask(deps, order.id)
  time.pass(60)
  await insertPayment(db, { status: 'review', created_at: time.clock(), unit_price_cents: 119_99 })
  await placePaidOrder(deps, { hasStock: false })
  await db.transaction().execute((tx) =>
    raiseAlert(tx, {
      kind: 'mail-stuck',
      subject: 'shop',
      facts: SAMPLE_ALERT_FACTS['mail-stuck'],
      at: time.clock(),
    }),
  )
  await db
    .transaction()
    .execute((tx) =>
      raiseAlert(tx, { kind: 'order-review', subject: order.id, facts: { flags: null }, at: time.clock() }),
    )

  const { sales, waiting, stock, mails, rails, currencies } = await overviewFor('owner')
  expect(currencies).toEqual(['USD'])
  const inPounds = await overviewFor('owner', '?currency=GBP')
  // orders are counted, amounts are of the one currency
  expect([inPounds.currency, inPounds.sales?.today]).toEqual(['GBP', { orders: 2, copies: 2, cents: 0 }])
  expect(inPounds.waiting.map(({ cents: worth }) => worth ?? 0)).toEqual([0, 0, 0, 0])
  expect(sales?.today).toEqual({ orders: 2, copies: 2, cents: 127_98 })
  expect(sales?.yesterday).toEqual({ orders: 1, copies: 2, cents: 127_98 })
  expect(sales?.week).toEqual({ orders: 3, copies: 4, cents: 255_96 })
  expect(sales?.weekBefore).toEqual({ orders: 0, copies: 0, cents: 0 })
  const now = time.clock().toISOString()
  expect(waiting).toEqual([
    { kind: 'review', count: 1, oldestAt: now, cents: 119_99 },
    { kind: 'refunds', count: 1, oldestAt: askedAt, cents: 63_99 },
    { kind: 'awaiting_keys', count: 1, oldestAt: now, cents: 63_99 },
    { kind: 'alerts', count: 1, oldestAt: now, cents: null },
  ])
  expect(stock.find(({ edition }) => edition === 'standard')).toMatchObject({ soldInWeek: 4, daysLeft: 0 })
  // the overview and the key manager say the same of the stock
  const stats = await readKeyStats(db, ['standard'], time.clock())
  const { available = 0, reserved = 0 } = stats['standard'] ?? {}
  expect(reserved).toBeGreaterThan(0)
  expect(stock.find(({ edition }) => edition === 'standard')?.free).toBe(available - reserved)
  expect(mails.unsent).toBeGreaterThan(0)
  expect(rails.length).toBeGreaterThan(0)
})

test('only who may read the settings is told of backups and lost payments', async () => {
  await database.db
    .insertInto('lost_payments')
    .values({
      address: 'bcrt1qlost',
      asset: 'BTC',
      atoms: 1000n,
      block_at: null,
      block_height: null,
      chain: 'bitcoin',
      found_at: time.clock(),
      output_index: 0,
      tx_hash: 'ab'.repeat(32),
    })
    .execute()
  const kindsOf = ({ waiting }: OverviewReply) => waiting.map(({ kind }) => kind)
  for (const role of ['owner', 'manager'] as const) {
    const overview = await overviewFor(role)
    expect(overview.backups, role).toEqual(BACKUPS)
    expect(kindsOf(overview), role).toContain('lost_payments')
  }
  for (const role of ['support', 'viewer'] as const) {
    const overview = await overviewFor(role)
    expect(overview.backups, role).toBeNull()
    expect(kindsOf(overview), role).not.toContain('lost_payments')
  }
})
