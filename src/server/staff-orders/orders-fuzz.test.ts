import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { Failure } from '#shared/api.ts'
import { useBackOffice } from '#test/use-back-office.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { contentsOf } from '#test/order-fixture.ts'
import { placePaidOrder } from '#test/refund-fixture.ts'

// Any input from a user with all permissions gets an answer: reads get a page or a refusal, writes get a refusal that
// changes nothing.
const database = useTestDatabase()
const office = useBackOffice(database)
let orderId = ''
let before = ''
beforeAll(async () => {
  orderId = (await placePaidOrder(office.deps)).id
  before = await contentsOf(database.db)
})

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom('%', '_', '\\', "'", '0', '-1', '1e9', 'null', '\u0000', 'a'.repeat(300)),
  fc.constantFrom(
    '1.00000000-0000-0000-0000-000000000000',
    '99999999999999999.ffffffff-ffff-ffff-ffff-ffffffffffff',
  ),
  fc.constantFrom('1.------------------------------------', '2026-02-30', '0001-01-01', '9999-12-31'),
  fc.stringMatching(/^[0-9a-f-]{8,64}$/),
)

test.each([
  ['/functions/orders', ['q', 'before', 'limit', 'status', 'flag', 'edition', 'network', 'language']],
  ['/functions/refunds', ['before', 'limit', 'status']],
  ['/functions/statistics', ['from', 'to']],
  ['/functions/export-orders', ['q', 'status', 'flag']],
] as const)('%s answers whatever is asked', async (path, names) => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom<string>(...names), hostile, async (name, value) => {
      fc.pre(value.isWellFormed())
      const reply = await office.as.owner.ask('GET', `${path}?${name}=${encodeURIComponent(value)}`)
      expect([200, 400]).toContain(reply.statusCode)
    }),
    { numRuns: 150 },
  )
})

test.each([
  ['accept', fc.record({ transfers: fc.oneof(fc.array(hostile), fc.jsonValue()) })],
  [
    'refund-due',
    fc.record({
      quantity: fc.oneof(
        fc.integer({ min: 2 }),
        fc.jsonValue().filter((v) => v !== 1),
      ),
    }),
  ],
  ['refund-due', fc.record({ address: fc.oneof(hostile, fc.jsonValue()) })],
  ['refund-due', fc.record({ keyIds: fc.array(fc.oneof(hostile, fc.uuid()), { minLength: 1 }) })],
  ['note', fc.record({ note: fc.constantFrom('', ' ', '\u0000', 'a'.repeat(2001), null, 1, []) })],
  ['note', fc.record({ note: fc.constant('x'), extra: fc.jsonValue() })],
  ['resend', fc.record({ extra: fc.jsonValue() })],
] as const)('%s refuses what does not fit, and writes nothing', async (act, bodies) => {
  const written = await contentsOf(database.db)
  expect(written.split('\n').filter((line) => !line.startsWith('audit:'))).toEqual(
    before.split('\n').filter((line) => !line.startsWith('audit:')),
  )
  await fc.assert(
    fc.asyncProperty(bodies as fc.Arbitrary<object>, async (body) => {
      const reply = await office.as.owner.ask('POST', `/functions/orders/${orderId}/${act}`, body)
      expect([400, 409]).toContain(reply.statusCode)
      Failure.strict().parse(reply.json())
    }),
    { numRuns: 80 },
  )
  expect(await contentsOf(database.db)).toBe(written)
})

test.each(['quote', 'record', 'withdraw'])('refunds %s rejects an unknown refund', async (act) => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uuid(), fc.constant(orderId)), fc.jsonValue(), async (id, txHash) => {
      const reply = await office.as.owner.ask('POST', `/functions/refunds/${id}/${act}`, { txHash })
      expect([400, 404]).toContain(reply.statusCode)
    }),
    { numRuns: 40 },
  )
})
