import { USD } from '#shared/currency.ts'
import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { changeKeyHold } from '#server/key-release/change-key-hold.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { keysTakenBy } from '#server/keys/take-keys.ts'
import { deleteKeys, restoreKeys } from '#server/keys/withdraw-keys.ts'
import { stampInstallation } from '#server/db/stamp-installation.ts'
import { createLimits } from '#server/rate-limits/rate-limits.ts'
import type { HighWaterMark } from '#server/recovery/high-water-mark.ts'
import { readFigures, readNewestEvents } from '#server/recovery/read-figures.ts'
import { startRecovery } from '#server/recovery/recoveries.ts'
import { readApiRoutes } from '#server/read-api/routes.ts'
import { systemClock } from '#server/runtime/clock.ts'
import { createLog } from '#server/runtime/log.ts'
import type { StockMode } from '#shared/editions.ts'
import type { ExternalOrder } from '#shared/program-orders.ts'
import { EDITION_IDS, testEditions } from '#test/editions.ts'
import { TEST_CIPHER, TEST_SECRET_SOURCE } from '#test/installation-secret.ts'
import { order, orderDeps, placeOrder } from '#test/order-fixture.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { useTokenCalls } from '#test/use-token-calls.ts'
import { deliverReleased } from './deliver-external.ts'
import { registerExternalOrders } from './register-external-orders.ts'

const PATH = '/api/v1/orders/external'
const MARK = {
  version: 2 as const,
  databaseId: '',
  formerIds: [],
  systemId: '',
  timeline: 0,
  reserved: {},
} satisfies Partial<HighWaterMark>
const database = useTestDatabase({ max: 30 })
let stock: StockMode = 'reserve'
const calls = useTokenCalls(database, (app) => {
  const { db } = database
  const deps = { db, clock: systemClock, limits: createLimits(db, systemClock, { factor: 'off' }) }
  const log = createLog({ level: 'silent' })
  const editions = { get: () => testEditions(stock) }
  registerExternalOrders({
    ...deps,
    log,
    languages: ['fr', 'en'],
    get editions() {
      return editions.get()
    },
  }).addRoutes?.(app)
  readApiRoutes(app, { ...deps, editionIds: EDITION_IDS, currency: USD })
})
let token = ''
beforeEach(async () => {
  stock = 'reserve'
  token = token === '' ? await calls.token() : token
  await database.db
    .deleteFrom('game_keys')
    .where('payment_id', 'is', null)
    .where('external_order_id', 'is', null)
    .where('held_for', 'is', null)
    .execute()
})

const SALE = { email: 'buyer@example.com', edition: 'standard', quantity: 1 }
const sell = (more: object = {}, key: string = randomUUID()) =>
  calls.post(PATH, { ...SALE, reference: randomUUID(), ...more }, token, key)
const orderOf = (reply: { readonly body: object }) => (reply.body as { order: ExternalOrder }).order
const addKeys = (count: number) => addNewKeys(database.db, TEST_CIPHER, 'standard', count)
const mailsOf = (id: string) =>
  database.db
    .selectFrom('mails')
    .select(['template', 'recipient', 'language', 'facts'])
    .where('dedupe_key', '=', `keys-elsewhere:${id}`)
    .execute()
const unsold = async () => {
  const { count } = await database.db
    .selectFrom('game_keys')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('status', '=', 'available')
    .where('held_for', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
const hold = (isHeld: boolean) =>
  changeKeyHold(database.db, { edition: 'standard', isHeld }, { actorId: null, now: systemClock() })

test('a sale made elsewhere takes its keys from the stock, and its mail is queued', async () => {
  await addKeys(3)
  const reply = await sell({ quantity: 2, reference: 'cs_1', language: 'de' })
  expect(reply.status).toBe(200)
  const sold = orderOf(reply)
  expect(sold).toMatchObject({ kind: 'external', reference: 'cs_1', quantity: 2, state: 'delivered' })
  expect(await keysTakenBy(database.db, TEST_CIPHER, sold.id)).toHaveLength(2)
  expect(await unsold()).toBe(1)
  expect(await mailsOf(sold.id)).toEqual([
    {
      template: 'keys-elsewhere',
      recipient: 'buyer@example.com',
      language: 'de',
      facts: { externalOrderId: sold.id, edition: 'standard', quantity: 2, reference: 'cs_1' },
    },
  ])
  const masked = await calls.token('orders:read')
  expect((await calls.get(`/api/v1/orders/${sold.id}`, token)).body['order']).toEqual(sold)
  expect(orderOf(await calls.get(`/api/v1/orders/${sold.id}`, masked)).email).not.toContain('buyer@')
  const { rows: audited } = {
    rows: await database.db.selectFrom('audit').selectAll().where('subject_id', '=', sold.id).execute(),
  }
  expect(audited).toMatchObject([{ action: 'external.create', facts: { edition: 'standard', quantity: 2 } }])
})

test('a database that has lost a sale made elsewhere is noticed, as one that has lost an order', async () => {
  await stampInstallation(database.db, { profile: 'production', wallets: [] }, TEST_SECRET_SOURCE)
  await addKeys(1)
  const sold = orderOf(await sell())
  const events = await readNewestEvents(database.db)
  const newest = await database.db
    .selectFrom('external_orders')
    .select('event_id')
    .where('id', '=', sold.id)
    .executeTakeFirstOrThrow()
  expect(events.at(-1)).toEqual({ id: String(newest.event_id), at: sold.createdAt })
  const lacks = async (newestEvents: typeof events) =>
    (await readFigures(database.db, { ...MARK, newestEvents })).lacksEvents
  expect(await lacks(events)).toBe(false)
  // the same number, given again by a database that came back older
  expect(await lacks([{ id: String(newest.event_id), at: new Date(0).toISOString() }])).toBe(true)
})

test('the same call again, also at once, is the same sale; another body or reference is refused', async () => {
  await addKeys(5)
  const sale = { ...SALE, reference: 'once' }
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => calls.post(PATH, sale, token, 'key-of-one-sale')),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(replies.map((reply) => orderOf(reply).id)).size).toBe(1)
  expect(await unsold()).toBe(4)
  const other = await calls.post(PATH, { ...sale, quantity: 2 }, token, 'key-of-one-sale')
  expect([other.status, other.body.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
  const again = await calls.post(PATH, sale, token, 'another-key')
  expect([again.status, again.body.code]).toEqual([409, 'REFERENCE_USED'])
  // a cart may have both editions
  await addNewKeys(database.db, TEST_CIPHER, 'supporter', 1)
  expect((await sell({ reference: 'once', edition: 'supporter' })).status).toBe(200)
  expect(await unsold()).toBe(4)
})

test('sixty sales at once of twenty keys: twenty are delivered, each key once', async () => {
  await addKeys(20)
  const replies = await Promise.all(Array.from({ length: 60 }, () => sell()))
  const delivered = replies.filter(({ status }) => status === 200)
  expect(delivered).toHaveLength(20)
  expect(replies.filter(({ body }) => body.code === 'OUT_OF_STOCK')).toHaveLength(40)
  const keys = await Promise.all(
    delivered.map((reply) => keysTakenBy(database.db, TEST_CIPHER, orderOf(reply).id)),
  )
  expect(new Set(keys.flat()).size).toBe(20)
  expect(await unsold()).toBe(0)
})

test('what open orders of the shop hold or are promised is not taken', async () => {
  await addKeys(3)
  await placeOrder(orderDeps(database.db, systemClock, { stock: 'reserve' }), {
    quantity: 2,
    totalPrice: 127.98,
  })
  expect((await sell({ quantity: 2 })).body.code).toBe('OUT_OF_STOCK')
  expect((await sell()).status).toBe(200)
  const late = await order(orderDeps(database.db, systemClock, { stock: 'reserve' }), {
    userEmail: 'late@example.com',
  })
  expect(late).toMatchObject({ kind: 'refused', code: 'OUT_OF_STOCK' })
})

test('without stock a backorder edition is refused as well, and nothing is written', async () => {
  stock = 'backorder'
  const key = randomUUID()
  const sale = { ...SALE, reference: 'later' }
  expect((await calls.post(PATH, sale, token, key)).body.code).toBe('OUT_OF_STOCK')
  await addKeys(1)
  expect((await calls.post(PATH, sale, token, key)).status).toBe(200)
})

test('while keys are held they are set aside, mailed once at the release, and returned by a refund before it', async () => {
  await addKeys(3)
  await hold(true)
  const [first, second] = [orderOf(await sell()), orderOf(await sell())]
  expect([first.state, second.state]).toEqual(['waiting', 'waiting'])
  expect([await unsold(), await mailsOf(first.id)]).toEqual([1, []])
  await deliverReleased({ db: database.db, clock: systemClock })
  expect(await mailsOf(first.id)).toEqual([])
  // the database itself refuses it
  const deliver = database.db.updateTable('external_orders').set({ delivered_at: new Date() })
  await expect(deliver.where('id', '=', first.id).execute()).rejects.toMatchObject({ code: '23001' })
  const refunded = await calls.post(`${PATH}/${second.id}/refund`, undefined, token)
  expect(orderOf(refunded).state).toBe('refunded')
  expect(await unsold()).toBe(2)
  await hold(false)
  await Promise.all([1, 2, 3].map(() => deliverReleased({ db: database.db, clock: systemClock })))
  expect([(await mailsOf(first.id)).length, await mailsOf(second.id)]).toEqual([1, []])
  expect(orderOf(await calls.get(`/api/v1/orders/${first.id}`, token)).state).toBe('delivered')
})

test('a delivered key stays out of the stock, whoever asks', async () => {
  await addKeys(1)
  const sold = orderOf(await sell())
  const refund = () => calls.post(`${PATH}/${sold.id}/refund`, undefined, token)
  const [once, twice] = [orderOf(await refund()), orderOf(await refund())]
  expect(once).toMatchObject({ state: 'refunded' })
  expect(twice).toEqual(once)
  expect(await unsold()).toBe(0)
  const { id } = await database.db
    .selectFrom('game_keys')
    .select('id')
    .where('external_order_id', '=', sold.id)
    .executeTakeFirstOrThrow()
  const tried = await database.db
    .transaction()
    .execute(async (tx) => [
      ...(await restoreKeys(tx, [id])).refused,
      ...(await deleteKeys(tx, [id])).refused,
    ])
  expect(tried.map(({ code }) => code)).toEqual(['KEY_GONE', 'KEY_RETIRED'])
  const back = { external_order_id: null, external_line: null, external_quantity: null, retired_at: null }
  await expect(
    database.db.updateTable('game_keys').set(back).where('id', '=', id).execute(),
  ).rejects.toMatchObject({ code: '23001' })
  await expect(database.db.deleteFrom('game_keys').where('id', '=', id).execute()).rejects.toMatchObject({
    code: '23001',
  })
})

test('bad input is named and nothing is written; a token without the scope delivers nothing', async () => {
  await addKeys(1)
  const faults = await Promise.all([
    sell({ edition: 'gold' }),
    sell({ email: 'nobody' }),
    sell({ reference: '' }),
    sell({ reference: 'two\nlines' }),
    sell({ quantity: 0 }),
    sell({ language: 'xx' }),
    sell({ price: 5 }),
    calls.post(PATH, { ...SALE, reference: 'x' }, token),
    calls.post(PATH, { ...SALE, reference: 'x' }, token, 'short'),
  ])
  expect(faults.map(({ body }) => body.code)).toEqual([
    'BAD_REQUEST',
    'EMAIL_INVALID',
    ...Array.from({ length: 5 }, () => 'BAD_REQUEST'),
    'IDEMPOTENCY_KEY_INVALID',
    'IDEMPOTENCY_KEY_INVALID',
  ])
  const reader = await calls.token('orders:read', 'orders:create')
  expect((await calls.post(PATH, { ...SALE, reference: 'x' }, reader, randomUUID())).status).toBe(403)
  expect((await calls.post(`${PATH}/${randomUUID()}/refund`, undefined, token)).status).toBe(404)
  expect(await unsold()).toBe(1)
})

test('a restored shop delivers nothing until its recovery is finished', async () => {
  await addKeys(2)
  const now = systemClock()
  const start = { cause: 'restored', previousDatabaseId: randomUUID(), lostSince: now, reserved: {} } as const
  await database.db.transaction().execute((tx) => startRecovery(tx, start, now))
  const refused = await sell()
  expect([refused.status, refused.body.code]).toEqual([503, 'UNAVAILABLE'])
  await database.db
    .updateTable('recoveries')
    .set({ addresses_done_at: now, keys_done_at: now, finished_at: now })
    .execute()
  await addKeys(5)
  expect((await sell()).status).toBe(200)
})
