import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queueAlertMails } from '#server/alerts/alert-mail-worker.ts'
import { raiseAlert } from '#server/alerts/raise-alert.ts'
import type { MailSettings } from '#server/mail/mail-draft.ts'
import { smtpTransport } from '#server/mail/mail-transport.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { testEditions } from '#test/editions.ts'
import { startMailServer, type MailServer } from '#test/mail-server.ts'
import { forgetOrders, orderDeps, placeOrder } from '#test/order-fixture.ts'
import { SAMPLE_ACCESS } from '#test/sample-mails.ts'
import { testClock } from '#test/test-clock.ts'
import type { RailState } from '#shared/api.ts'
import type { StockMode } from '#shared/editions.ts'
import { enAlerts } from '#texts/en/admin-alerts.ts'
import { watchOnce } from './alert-watch-worker.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'

const EMAIL = 'ops@shop.example'
const MAIL_SETTINGS: MailSettings = {
  gameTitle: 'Ashen Dominion',
  editionName: () => 'Standard Edition',
  publicUrl: () => 'https://shop.example',
  supportEmail: 'help@shop.example',
  orderAccess: () => SAMPLE_ACCESS,
  readKeys: () => Promise.resolve([]),
}
const MINUTE_S = 60

let database: TestDatabase
let time: ReturnType<typeof testClock>
let mailServer: MailServer
let rails: RailState[]
let isOver: boolean
let stock: StockMode
beforeAll(async () => {
  database = await createTestDatabase()
  time = testClock()
  mailServer = await startMailServer()
})
beforeEach(async () => {
  rails = [railState(null)]
  isOver = false
  stock = 'backorder'
  await forgetOrders(database.db)
  await sql`truncate alerts, alert_signals, mails, key_counts, sale_counts cascade`.execute(database.db)
  await database.db.deleteFrom('refunds').execute()
})
afterAll(async () => {
  await mailServer.close()
  await database.close()
})

const railState = (reason: RailState['reason']): RailState => ({
  network: 'bitcoin',
  available: reason === null,
  reason,
  simulated: false,
})

/** What a process of the shop does all the time; `processes` of them at once. */
async function watch({ processes = 1 } = {}): Promise<void> {
  const { db } = database
  const deps = {
    db,
    clock: time.clock,
    editions: testEditions(stock),
    railStates: () => Promise.resolve(rails),
    lapsingKinds: [{ kind: 'sign-ins-failed' as const, isOver: () => Promise.resolve(isOver) }],
  }
  await Promise.all(Array.from({ length: processes }, () => watchOnce(deps)))
  await Promise.all(
    Array.from({ length: processes }, () => queueAlertMails(db, { email: EMAIL }, time.clock())),
  )
}

/** Sends what is queued. @returns the first lines of the mails that have arrived in the mailbox since the last call. */
let seen = 0
async function arrivedMails(): Promise<readonly string[]> {
  const transport = smtpTransport(mailServer.url, 'shop@shop.example')
  const outbox = { db: database.db, clock: time.clock, transport, settings: MAIL_SETTINGS }
  while ((await sendMail(outbox)).kind === 'sent');
  transport.close()
  const all = mailServer.mailsTo(EMAIL)
  const texts = all.slice(seen).map(({ text = '' }) => text)
  seen = all.length
  return texts.map((text) => {
    const titles = Object.values(enAlerts.alerts.kinds).map(({ title }) => title)
    const title = titles.find((one) => text.includes(one)) ?? '?'
    return text.includes('This is over:') ? `over: ${title}` : title
  })
}

const titleOf = (kind: keyof typeof enAlerts.alerts.kinds) => enAlerts.alerts.kinds[kind].title

/** Lets a cause begin and end, and expects one mail of each. */
async function expectOnceEach(
  kind: keyof typeof enAlerts.alerts.kinds,
  begin: () => unknown,
  end: () => unknown,
): Promise<void> {
  await watch()
  expect(await arrivedMails()).toEqual([])
  await begin()
  for (const minutes of [3, 3, 0]) {
    await watch({ processes: 3 })
    time.pass(minutes * MINUTE_S)
  }
  expect(await arrivedMails()).toEqual([titleOf(kind)])
  await end()
  for (const minutes of [30, 61, 0]) {
    await watch({ processes: 3 })
    time.pass(minutes * MINUTE_S)
  }
  expect(await arrivedMails()).toEqual([`over: ${titleOf(kind)}`])
}

async function addKeys(count: number, edition = 'standard'): Promise<void> {
  await addNewKeys(database.db, TEST_CIPHER, edition, count)
}

const order = () => placeOrder(orderDeps(database.db, time.clock))

describe('each event is mailed once, and once when it is over', () => {
  test('a rail that takes no orders', () =>
    expectOnceEach(
      'rail-closed',
      () => (rails = [railState('node_down')]),
      () => (rails = [railState(null)]),
    ))

  test('a coin without a rate', () =>
    expectOnceEach(
      'no-rate',
      () => (rails = [railState('no_rate')]),
      () => (rails = [railState(null)]),
    ))

  test('an order in review', async () => {
    const { id } = await order()
    const set = (status: string) =>
      database.db.updateTable('payments').set({ status }).where('id', '=', id).execute()
    await database.db.deleteFrom('mails').execute()
    await expectOnceEach(
      'order-review',
      () => set('review'),
      () => set('expired'),
    )
  })

  test('a refund that was requested', async () => {
    const { id } = await order()
    await database.db.deleteFrom('mails').execute()
    await expectOnceEach(
      'refund-requested',
      () =>
        database.db
          .insertInto('refunds')
          .values({
            payment_id: id,
          })
          .execute(),
      () => database.db.updateTable('refunds').set({ status: 'withdrawn' }).execute(),
    )
  })

  test('keys that run low at the present pace', async () => {
    await addKeys(5)
    await expectOnceEach(
      'stock-low',
      () =>
        sql`insert into sale_counts (paid_on, edition, network, language, orders, copies, cents)
            values (${time.clock()}::timestamptz::date, 'standard', 'bitcoin', 'en', 7, 7, 0)`.execute(
          database.db,
        ),
      () => sql`truncate sale_counts`.execute(database.db),
    )
  })

  test('an edition that is sold out', async () => {
    stock = 'reserve'
    await addKeys(1, 'supporter')
    await addKeys(1)
    await expectOnceEach(
      'sold-out',
      () => sql`delete from game_keys where game_edition = 'standard'`.execute(database.db),
      () => addKeys(1),
    )
  })

  test('paid orders without keys', async () => {
    const { id } = await order()
    await database.db.deleteFrom('mails').execute()
    const wait = (since: Date | null) =>
      database.db
        .updateTable('payments')
        .set({ status: 'confirmed', confirmed_at: time.clock(), awaiting_keys_since: since })
        .where('id', '=', id)
        .execute()
    await expectOnceEach(
      'keys-missing',
      async () => {
        await wait(time.clock())
        await sql`truncate sale_counts`.execute(database.db)
      },
      async () => {
        await wait(null)
        await sql`truncate sale_counts`.execute(database.db)
      },
    )
  })

  test('mails that are not sent', async () => {
    await addKeys(1)
    const insert = () =>
      database.db
        .insertInto('mails')
        .values({
          dedupe_key: 'stuck',
          message_id: 'stuck',
          template: 'support-copy',
          language: 'en',
          recipient: 'else@shop.example',
          facts: '{}',
          created_at: new Date(time.clock().getTime() - 11 * MINUTE_S * 1000),
          // never due in this test
          next_attempt_at: new Date(time.clock().getTime() + 7 * 24 * 3600_000),
        })
        .execute()
    await expectOnceEach('mail-stuck', insert, () =>
      database.db
        .updateTable('mails')
        .set({ sent_at: time.clock() })
        .where('dedupe_key', '=', 'stuck')
        .execute(),
    )
  })

  test('failed sign-ins', async () => {
    await addKeys(1)
    await expectOnceEach(
      'sign-ins-failed',
      () =>
        database.db
          .transaction()
          .execute((tx) => raiseAlert(tx, { kind: 'sign-ins-failed', subject: 'shop', at: time.clock() })),
      () => (isOver = true),
    )
  })
})

describe('a cause that comes and goes', () => {
  beforeEach(async () => {
    await addKeys(1)
  })

  test('is not told while it never lasts', async () => {
    for (let round = 0; round < 8; round++) {
      rails = [railState(round % 2 === 0 ? 'node_down' : null)]
      await watch()
      time.pass(MINUTE_S)
    }
    expect(await arrivedMails()).toEqual([])
  })

  test('is one event while it is never gone for long', async () => {
    for (let round = 0; round < 20; round++) {
      rails = [railState(round % 8 < 4 ? 'node_down' : null)]
      await watch()
      time.pass(MINUTE_S)
    }
    expect(await arrivedMails()).toEqual([titleOf('rail-closed')])
  })

  test('is not told again after a person closed it, nor its end', async () => {
    rails = [railState('node_down')]
    await watch()
    time.pass(3 * MINUTE_S)
    await watch()
    await database.db
      .updateTable('alerts')
      .set({ closed_at: time.clock(), is_closed_by_staff: true })
      .execute()
    time.pass(MINUTE_S)
    await watch()
    expect(await arrivedMails()).toEqual([titleOf('rail-closed')])
    rails = [railState(null)]
    for (let round = 0; round < 4; round++) {
      await watch()
      time.pass(10 * MINUTE_S)
    }
    expect(await arrivedMails()).toEqual([])
    rails = [railState('node_down')]
    await watch()
    time.pass(3 * MINUTE_S)
    await watch()
    expect(await arrivedMails()).toEqual([titleOf('rail-closed')])
  })
})
