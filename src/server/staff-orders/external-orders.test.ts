import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { refundExternal } from '#server/external-orders/refund-external.ts'
import { changeKeyHold } from '#server/key-release/change-key-hold.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { foldKeyCounts, readKeyStats } from '#server/keys/key-counts.ts'
import type { KeyRow, KeyStats } from '#shared/admin-api.ts'
import type { ExternalOrder, ExternalOrderRequest } from '#shared/program-orders.ts'
import { auditedActions, auditOf } from '#test/audit-of.ts'
import { sellElsewhere, sellingToken } from '#test/external-sale.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { forgetOrders } from '#test/order-fixture.ts'
import { useBackOffice, type SignedIn } from '#test/use-back-office.ts'
import { useTestDatabase } from '#test/use-test-database.ts'

const PATH = '/functions/external-orders'
const database = useTestDatabase()
const office = useBackOffice(database)
const { time } = office
let tokenId = ''
beforeAll(async () => {
  tokenId = await sellingToken(database.db, time.clock())
})
beforeEach(async () => {
  await forgetOrders(database.db)
  await sql`truncate external_orders, mails cascade`.execute(database.db)
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 10)
})

const sell = (more: Partial<ExternalOrderRequest> = {}) =>
  sellElsewhere({ db: database.db, clock: time.clock, tokenId }, more)
const hold = (isHeld: boolean) =>
  changeKeyHold(database.db, { edition: 'standard', isHeld }, { actorId: null, now: time.clock() })

interface Listed {
  readonly orders: readonly ExternalOrder[]
  readonly next: string | null
  readonly total: number
}
async function list(words = '', as: keyof SignedIn = 'owner'): Promise<Listed> {
  const reply = await office.as[as].ask('GET', `${PATH}?${words}`)
  expect([reply.statusCode, reply.body.slice(0, 200)]).toEqual([200, reply.body.slice(0, 200)])
  return reply.json()
}
const act = async (id: string, action: 'refund' | 'resend', as: keyof SignedIn = 'manager') => {
  const reply = await office.as[as].ask('POST', `${PATH}/${id}/${action}`, {})
  return { status: reply.statusCode, ...reply.json<{ order?: ExternalOrder; code?: string }>() }
}
const statsOf = async (edition: string): Promise<KeyStats | undefined> =>
  (await readKeyStats(database.db, ['standard'], time.clock()))[edition]
const actionsOf = (id: string) => auditedActions(database.db, { subject_kind: 'external', subject_id: id })

test('sales made elsewhere are listed newest first, in pages, each once', async () => {
  for (let n = 0; n < 7; n++) {
    await sell({ reference: `cs_${String(n)}` })
    time.pass(n % 2)
  }
  const seen: ExternalOrder[] = []
  let before = ''
  for (;;) {
    const page = await list(`limit=3${before}`)
    expect(page.total).toBe(7)
    seen.push(...page.orders)
    if (page.next === null) break
    before = `&before=${page.next}`
  }
  const byAge = seen.toSorted((a, b) =>
    a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1,
  )
  expect(seen).toEqual(byAge)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(7)
})

test('they are found by state, edition, reference, mailbox and id', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'supporter', 1)
  const art = await sell({ reference: 'Steam 50%-A', email: 'Ada@example.com', edition: 'supporter' })
  const card = await sell({ reference: 'cs_live_1', quantity: 2 })
  await hold(true)
  const waits = await sell({ reference: 'cs_live_2', email: 'ada@example.org' })
  await hold(false)
  await act(card.id, 'refund')
  const found = async (words: string, as?: keyof SignedIn) => {
    const { orders, total } = await list(words, as)
    expect(total).toBe(orders.length)
    return orders.map(({ id }) => id).sort()
  }
  expect(await found('state=waiting')).toEqual([waits.id])
  expect(await found('state=delivered')).toEqual([art.id])
  expect(await found('state=refunded')).toEqual([card.id])
  expect(await found('edition=supporter&state=delivered')).toEqual([art.id])
  expect(await found('q=CS_LIVE')).toEqual([card.id, waits.id].sort())
  expect(await found('q=cs.live')).toEqual([])
  expect(await found(`q=${encodeURIComponent('steam 50%')}`)).toEqual([art.id])
  expect(await found('q=ada@&state=waiting')).toEqual([waits.id])
  expect(await found(`q=${card.id.slice(0, 8)}`)).toEqual([card.id])
  expect(await found(`q=${card.id}&state=waiting`)).toEqual([])
  // one who may not see mailboxes could otherwise find them out letter by letter
  expect(await found('q=ada@', 'viewer')).toEqual([])
  expect((await list('state=waiting', 'viewer')).orders).toMatchObject([
    { reference: 'cs_live_2', email: 'a…@example.org', edition: 'standard', quantity: 1, state: 'waiting' },
  ])
  expect((await list('state=waiting', 'support')).orders[0]?.email).toBe('ada@example.org')
})

test('every role reads them, owners and managers refund, viewers do neither that nor send keys', async () => {
  const sold = await sell()
  for (const role of ['owner', 'manager', 'support', 'viewer'] as const)
    expect((await list('', role)).orders).toHaveLength(1)
  for (const role of ['support', 'viewer'] as const)
    expect(await act(sold.id, 'refund', role)).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  expect(await act(sold.id, 'resend', 'viewer')).toMatchObject({ status: 403, code: 'FORBIDDEN' })
  expect((await list()).orders).toMatchObject([{ state: 'delivered', refundedAt: null }])
  expect(await actionsOf(sold.id)).toEqual(['external.create'])
})

test('a refund is marked once, by its person; keys that were not mailed return to the stock', async () => {
  await hold(true)
  const waits = await sell({ quantity: 3 })
  await hold(false)
  expect(await statsOf('standard')).toMatchObject({ available: 7, elsewhere: 3, retired: 0, total: 10 })
  const [once, twice] = [await act(waits.id, 'refund'), await act(waits.id, 'refund', 'owner')]
  expect(once).toMatchObject({ status: 200, order: { state: 'refunded', deliveredAt: null } })
  expect(twice.order).toEqual(once.order)
  expect(await statsOf('standard')).toMatchObject({ available: 10, elsewhere: 0, retired: 0, total: 10 })
  const { id: manager } = await database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'manager@example.com')
    .executeTakeFirstOrThrow()
  expect(await auditOf(database.db, { subject_kind: 'external', subject_id: waits.id })).toMatchObject([
    { action: 'external.create' },
    { action: 'external.refund', actor_id: manager, facts: { isDelivered: false } },
  ])
})

test('delivered keys stay with the buyer, and are counted as sold elsewhere', async () => {
  const sold = await sell({ quantity: 2 })
  expect(await act(sold.id, 'refund')).toMatchObject({ order: { state: 'refunded' } })
  expect(await statsOf('standard')).toMatchObject({ available: 8, elsewhere: 2, retired: 0 })
})

test('staff and the program refund the same sale at once: it is done once', async () => {
  const sales = []
  await hold(true)
  for (let n = 0; n < 5; n++) sales.push(await sell({ quantity: 2 }))
  await hold(false)
  await Promise.all(
    sales.flatMap(({ id }) => [
      act(id, 'refund'),
      refundExternal({ db: database.db, clock: time.clock }, id, { actorId: null, tokenId }),
      act(id, 'refund', 'owner'),
    ]),
  )
  expect(await statsOf('standard')).toMatchObject({ available: 10, elsewhere: 0, total: 10 })
  for (const { id } of sales) expect(await actionsOf(id)).toEqual(['external.create', 'external.refund'])
  expect((await list('state=refunded')).total).toBe(5)
})

test('delivered keys are sent again once a minute, unless they are refunded', async () => {
  const sold = await sell()
  const mails = () =>
    database.db.selectFrom('mails').select(['template', 'recipient', 'facts']).orderBy('created_at').execute()
  expect(await act(sold.id, 'resend', 'support')).toMatchObject({ status: 200, order: { id: sold.id } })
  expect(await act(sold.id, 'resend', 'support')).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
  const [first, second, ...others] = await mails()
  expect([first?.template, second, others]).toEqual(['keys-elsewhere', first, []])
  time.pass(61)
  expect(await act(sold.id, 'resend', 'owner')).toMatchObject({ status: 200 })
  expect(await mails()).toHaveLength(3)
  expect(await actionsOf(sold.id)).toEqual(['external.create', 'external.resend', 'external.resend'])
  await act(sold.id, 'refund')
  time.pass(61)
  expect(await act(sold.id, 'resend')).toMatchObject({ status: 409, code: 'NOTHING_TO_RESEND' })
})

test('keys that wait for a release are not sent, and unknown sales are not found', async () => {
  await hold(true)
  const waits = await sell()
  await hold(false)
  expect(await act(waits.id, 'resend')).toMatchObject({ status: 409, code: 'NOTHING_TO_RESEND' })
  for (const action of ['refund', 'resend'] as const)
    expect(await act(tokenId, action)).toMatchObject({ status: 404, code: 'PAYMENT_NOT_FOUND' })
})

test('keys sold elsewhere are counted and listed by themselves, after every merge and beside retired ones', async () => {
  await sell({ quantity: 2 })
  await sql`
    update game_keys set retired_at = ${time.clock()} where id in (
      select id from game_keys where status = 'available' limit 1)`.execute(database.db)
  await foldKeyCounts(database.db)
  await foldKeyCounts(database.db)
  expect(await statsOf('standard')).toMatchObject({
    available: 7,
    used: 0,
    elsewhere: 2,
    retired: 1,
    total: 10,
  })
  const keysWith = async (words: string) => {
    const reply = await office.as.owner.ask('GET', `/functions/manage-game-keys?action=list&${words}`)
    const { keys, pagination } = reply.json<{
      keys: readonly KeyRow[]
      pagination: { readonly total: number }
    }>()
    expect(pagination.total).toBe(keys.length)
    return keys.map(({ status }) => status)
  }
  expect(await keysWith('status=elsewhere')).toEqual(['elsewhere', 'elsewhere'])
  expect(await keysWith('status=elsewhere&edition=supporter')).toEqual([])
  expect(await keysWith('status=elsewhere&edition=standard&sort=edition_asc')).toHaveLength(2)
  expect(await keysWith('status=retired&sort=status_asc')).toEqual(['retired'])
  expect((await keysWith('status=all')).filter((status) => status === 'elsewhere')).toHaveLength(2)
  const csv = await office.as.owner.ask('GET', '/functions/export-keys?status=elsewhere')
  expect(csv.body.split('\n').filter((line) => line.includes(',elsewhere,'))).toHaveLength(2)
})
