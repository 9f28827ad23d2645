import { USD } from '#shared/currency.ts'
import { beforeEach, expect, test } from 'vitest'
import { resendNewestMail } from '#server/payments/resend-newest-mail.ts'
import { liveRates } from '#server/prices/rates.ts'
import { parseRate } from '#shared/money.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { forgetOrders, orderDeps } from '#test/order-fixture.ts'
import { DAY_S } from '#test/privacy-fixture.ts'
import { placePaidOrder, readOrder } from '#test/refund-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { eraseOldMails } from './erase-mails.ts'
import { forgetRequests } from './forget-old.ts'
import { pruneRates } from './prune-rates.ts'

const database = useTestDatabase()
beforeEach(() => forgetOrders(database.db))

test('the request identifiers of a paid order are cleared after 30 days; its e-mail stays', async () => {
  const { clock, pass } = testClock()
  const deps = orderDeps(database.db, clock)
  const { id } = await placePaidOrder(deps)
  const hashes = async () => {
    const { client_hash: client, user_email: email } = await readOrder(database.db, id)
    return [client === null, email]
  }
  await forgetRequests(database.db, clock())
  expect(await hashes()).toEqual([false, 'buyer@example.com'])
  pass(31 * DAY_S)
  await forgetRequests(database.db, clock())
  expect(await hashes()).toEqual([true, 'buyer@example.com'])
})

test('a mail’s content is erased 400 days after it was sent; keys can still be sent again', async () => {
  const { clock, pass } = testClock()
  const deps = orderDeps(database.db, clock)
  const order = await placePaidOrder(deps)
  await database.db.updateTable('mails').set({ sent_at: clock() }).execute()
  const readMails = () =>
    database.db
      .selectFrom('mails')
      .selectAll()
      .where('payment_id', '=', order.id)
      .where('template', '=', 'keys')
      .orderBy('created_at')
      .execute()
  const [sent] = await readMails()
  pass(400 * DAY_S)
  await eraseOldMails(database.db, clock())
  expect(await readMails()).toEqual([sent])
  pass(1)
  await eraseOldMails(database.db, clock())
  expect(await readMails()).toMatchObject([
    { recipient: '', facts: {}, erased_at: clock(), sent_at: sent?.sent_at },
  ])

  const again = await database.db.transaction().execute((tx) => resendNewestMail(tx, order.id, clock()))
  expect(again).toEqual({ kind: 'repeated', template: 'keys' })
  expect((await readMails()).at(-1)).toMatchObject({
    template: 'keys',
    recipient: 'buyer@example.com',
    facts: sent?.facts,
    sent_at: null,
  })
})

test('a message to support is deleted a year after it was sent, never before it is sent', async () => {
  const { clock, pass } = testClock()
  const at = clock()
  const mail = (id: string, sentAt: Date | null) => ({
    dedupe_key: `support:${id}`,
    message_id: `support-${id}`,
    template: 'support',
    language: 'en',
    recipient: 'support@example.com',
    reply_to: 'ada@example.com',
    facts: JSON.stringify({ name: 'Ada', email: 'ada@example.com', message: 'Where are my keys?' }),
    sent_at: sentAt,
  })
  await database.db
    .insertInto('mails')
    .values([mail('sent', at), mail('waiting', null)])
    .execute()
  const left = async () =>
    (
      await database.db
        .selectFrom('mails')
        .select('message_id')
        .where('template', '=', 'support')
        .orderBy('message_id')
        .execute()
    ).map((one) => one.message_id)
  pass(365 * DAY_S)
  await eraseOldMails(database.db, clock())
  expect(await left()).toEqual(['support-sent', 'support-waiting'])
  pass(1)
  await eraseOldMails(database.db, clock())
  expect(await left()).toEqual(['support-waiting'])
})

test('all rates are kept for 30 days, then one per ten minutes, then none; late money of the last year still has one', async () => {
  const { clock } = testClock()
  const now = clock()
  const ago = (days: number, minutes = 0) => new Date(now.getTime() - days * DAY_S * 1000 + minutes * 60_000)
  const rate = parseRate('60000')
  const minutes = Array.from({ length: 60 }, (_, minute) => minute)
  for (const days of [10, 100, 500]) {
    const rows = minutes.flatMap((minute) =>
      ['BTC', 'ETH'].map((coin) => ({ coin, at: ago(days, minute), rate_e8: rate, sources: 'kraken' })),
    )
    await database.db.insertInto('rates').values(rows).execute()
  }
  await pruneRates(database.db, now)
  await pruneRates(database.db, now)
  const counted = async (days: number) => {
    const rows = await database.db
      .selectFrom('rates')
      .select('at')
      .where('at', '>=', ago(days))
      .where('at', '<', ago(days, 60))
      .execute()
    return rows.length
  }
  expect([await counted(10), await counted(100), await counted(500)]).toEqual([120, 12, 0])
  const rates = liveRates({ db: database.db, clock })
  for (const minute of minutes) expect(await rates.near('BTC', ago(100, minute), USD)).toBe(rate)
  expect(await rates.near('BTC', ago(500), USD)).toBeNull()
})
