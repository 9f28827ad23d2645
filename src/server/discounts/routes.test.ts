import { USD } from '#shared/currency.ts'
import { beforeAll, afterAll, expect, test } from 'vitest'
import { systemClock } from '#server/runtime/clock.ts'
import type { DiscountCode, DiscountCreationReply, DiscountsReply } from '#shared/discounts-api.ts'
import { auditedActions } from '#test/audit-of.ts'
import { accountFixture, openBrowser, type AccountFixture, type Browser } from '#test/account-fixture.ts'
import { testEditions } from '#test/editions.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { discountRoutes } from './routes.ts'

const PATH = '/functions/discount-codes'
const database = useTestDatabase()
let fixture: AccountFixture
let owner: Browser

beforeAll(async () => {
  fixture = await accountFixture(database.db, {
    addRoutes: (app, { access }) => {
      discountRoutes(app, {
        db: database.db,
        clock: systemClock,
        access,
        onSale: () => testEditions('backorder'),
        currency: USD,
      })
    },
  })
  owner = await fixture.signedIn('owner')
})
afterAll(() => fixture.app.close())

const CONTENT = {
  name: 'Ada',
  percent: 10,
  amountCents: null,
  edition: null,
  uses: 5,
  usesPerMailbox: 1,
  from: null,
  until: null,
}
const create = (creation: object, by = owner) =>
  by.ask('POST', PATH, { code: null, count: 1, content: CONTENT, ...creation })
const list = async (query = '') => (await owner.ask('GET', `${PATH}${query}`)).json<DiscountsReply>()
const audited = () => auditedActions(database.db, {}, 'discount.')

test('owners and managers manage codes, nobody else does', async () => {
  expect((await openBrowser(fixture.app).ask('GET', PATH)).statusCode).toBe(401)
  const support = await fixture.signedIn('support')
  expect((await support.ask('GET', PATH)).statusCode).toBe(403)
  expect((await create({}, support)).statusCode).toBe(403)
  expect((await create({ code: 'MANAGER' }, await fixture.signedIn('manager'))).statusCode).toBe(200)
})

test('a batch has as many codes as asked for, each hard to guess; its file has all of them', async () => {
  const { batchId, codes } = (await create({ count: 30 })).json<DiscountCreationReply>()
  expect(new Set(codes.map(({ code }) => code)).size).toBe(30)
  // 28 characters: at least 50 bits
  for (const { code } of codes) expect(code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ2-9]{12}$/)
  const shown = await list(`?batch=${batchId ?? ''}`)
  expect(shown.pagination.total).toBe(30)
  const file = await owner.ask('GET', `/functions/export-discount-codes?batch=${batchId ?? ''}`)
  const lines = file.body.trim().split('\n')
  expect(lines).toHaveLength(31)
  expect(lines[1]).toContain(',Ada,10,USD,,,5,1,')
  expect((await audited()).slice(-2)).toEqual(['discount.create', 'discount.export'])
})

test('a named code is stored in capitals, once, and found by its beginning or its name', async () => {
  expect((await create({ code: 'my-code 1' })).json()).toMatchObject({
    batchId: null,
    codes: [{ code: 'MYCODE1' }],
  })
  expect((await create({ code: 'MYCODE1' })).json()).toMatchObject({ code: 'CODE_EXISTS' })
  expect((await list('?q=mycode')).codes).toMatchObject([{ code: 'MYCODE1', used: 0, uses: 5 }])
  expect((await list('?q=ADA&page=1')).pagination.total).toBeGreaterThan(30)
})

test.each([
  ['100 percent', { content: { ...CONTENT, percent: 100 } }, 'BAD_REQUEST'],
  ['percent and amount', { content: { ...CONTENT, amountCents: 5_00 } }, 'BAD_REQUEST'],
  ['neither', { content: { ...CONTENT, percent: null } }, 'BAD_REQUEST'],
  [
    'an end before its begin',
    { content: { ...CONTENT, from: '2026-12-02T00:00:00.000Z', until: '2026-12-01T00:00:00.000Z' } },
    'BAD_REQUEST',
  ],
  ['a short code', { code: 'abc' }, 'BAD_REQUEST'],
  [
    'the whole price of a copy',
    { content: { ...CONTENT, percent: null, amountCents: 63_99 } },
    'CODE_INVALID',
  ],
  ['an edition that is not on sale', { content: { ...CONTENT, edition: 'gone' } }, 'CODE_INVALID'],
  ['a name for several', { code: 'SEVERAL', count: 2 }, 'CODE_INVALID'],
])('a code with %s is refused', async (_what, creation, code) => {
  expect((await create(creation)).json()).toMatchObject({ code })
})

test('pausing is undone by resuming; both are audited once', async () => {
  const [made] = (await create({ code: 'PAUSEME' })).json<DiscountCreationReply>().codes
  const pause = (isPaused: boolean) => owner.ask('POST', `${PATH}/pause`, { id: made?.id, isPaused })
  for (const isPaused of [true, true, false]) expect((await pause(isPaused)).statusCode).toBe(200)
  expect((await list('?q=PAUSEME')).codes).toMatchObject([{ pausedAt: null, state: 'active' }])
  expect((await audited()).slice(-3)).toEqual(['discount.create', 'discount.pause', 'discount.resume'])
  const unknown = await owner.ask('POST', `${PATH}/pause`, {
    id: '00000000-0000-4000-8000-000000000000',
    isPaused: true,
  })
  expect(unknown.statusCode).toBe(404)
})

test('a code says whether it lowers a price now', async () => {
  const states = [
    ['NOTYET', { from: '2999-01-01T00:00:00.000Z' }, 'planned'],
    ['OVERNOW', { until: '2020-01-01T00:00:00.000Z' }, 'ended'],
    ['ONEUSE', { uses: 1, usesPerMailbox: null }, 'usedUp'],
  ] as const
  for (const [code, content, state] of states) {
    const reply = await create({ code, content: { ...CONTENT, ...content } })
    const [made] = reply.json<DiscountCreationReply>().codes
    if (state === 'usedUp') await insertPayment(database.db, { discount_code_id: made?.id ?? '' })
    expect((await list(`?q=${code}`)).codes).toMatchObject([{ code, state }])
  }
})

test('statistics have what orders cost, and what the code took off', async () => {
  const [made] = (
    await create({ code: 'STATS', content: { ...CONTENT, usesPerMailbox: null } })
  ).json<DiscountCreationReply>().codes
  const order = { discount_code_id: made?.id ?? '', discount_cents: 12_79, quantity: 2 }
  const at = new Date('2026-11-20T12:05:00Z')
  await insertPayment(database.db, { ...order, status: 'confirmed', confirmed_at: at })
  const yen = { currency: 'JPY', usd_rate_e8: 67_000_000n, unit_price_cents: 6_400, discount_cents: 12_80 }
  await insertPayment(database.db, { ...order, ...yen, status: 'refunded', confirmed_at: at })
  await insertPayment(database.db, { ...order, status: 'pending' })
  await insertPayment(database.db, { ...order, status: 'expired' })
  const expected: Partial<DiscountCode> = {
    used: 2,
    made: 4,
    sold: 2,
    copies: 4,
    revenueCents: 115_19,
    discountCents: 12_79,
    taken: [
      { currency: 'JPY', cents: 12_80 },
      { currency: 'USD', cents: 12_79 },
    ],
  }
  expect((await list('?q=STATS')).codes).toMatchObject([expected])
})
