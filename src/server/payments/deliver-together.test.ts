import { beforeEach, expect, test } from 'vitest'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { forgetOrders, orderDeps } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { deliverTogether } from './deliver-together.ts'

const NOW = new Date('2026-11-20T12:05:00Z')
const OTHER_EDITION = { edition: 'supporter' } as const
const database = useTestDatabase()
beforeEach(async () => {
  await forgetOrders(database.db)
  await database.db.updateTable('editions').set({ keys_held_since: null }).execute()
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 10)
})

type Values = NonNullable<Parameters<typeof insertPayment>[1]>
const confirmed = (values: Values = {}) =>
  insertPayment(database.db, { status: 'confirmed', confirmed_at: NOW, quantity: 2, ...values })

/** Holds free keys for an order. */
async function hold(id: string, copies: number, values: { readonly retired_at?: Date } = {}): Promise<void> {
  const free = database.db.selectFrom('game_keys').select('id').where('held_for', 'is', null).limit(copies)
  await database.db
    .updateTable('game_keys')
    .set({ held_for: id, held_until: new Date('2100-01-01'), ...values })
    .where('id', 'in', free)
    .execute()
}

const refund = (id: string, status: string) =>
  database.db.insertInto('refunds').values({ payment_id: id, quantity: 2, status }).execute()

async function isDelivered(id: string): Promise<boolean> {
  const { db } = database
  const order = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const deps = orderDeps(db, testClock().clock)
  return (await db.transaction().execute((tx) => deliverTogether(tx, deps, [order]))).has(id)
}

const RESERVES = { reserves_keys: true }
test.each<[what: string, order: Values, prepare: (id: string) => Promise<unknown>, isDelivered: boolean]>([
  ['nothing else', {}, () => Promise.resolve(), true],
  ['all keys that it holds', RESERVES, (id) => hold(id, 2), true],
  ['one of the two that it needs', RESERVES, (id) => hold(id, 1), false],
  ['none', RESERVES, () => Promise.resolve(), false],
  [
    'two, of which one is retired',
    RESERVES,
    (id) => hold(id, 1).then(() => hold(id, 1, { retired_at: NOW })),
    false,
  ],
  ['a withdrawal', { withdrawn_at: NOW }, () => Promise.resolve(), false],
  ['money that is to be settled', { needs_settling: true }, () => Promise.resolve(), false],
  ['money that is not deep enough', { status: 'detected' }, () => Promise.resolve(), false],
  ['keys that it got before', { delivered_at: NOW }, () => Promise.resolve(), false],
  ['a refund', {}, (id) => refund(id, 'asked'), false],
  ['a refund that was withdrawn', {}, (id) => refund(id, 'withdrawn'), true],
  ['a wait for stock', { awaiting_keys_since: NOW }, () => Promise.resolve(), false],
  ['a wait for the release', { awaiting_release_since: NOW }, () => Promise.resolve(), false],
  ['another order that waits for stock', {}, () => confirmed({ awaiting_keys_since: NOW }), false],
  ['another order that waits for the release', {}, () => confirmed({ awaiting_release_since: NOW }), false],
  [
    'an order of another edition that waits',
    {},
    () => confirmed({ awaiting_keys_since: NOW, ...OTHER_EDITION }),
    true,
  ],
  [
    'an order that waited and has its keys',
    {},
    () => confirmed({ awaiting_release_since: NOW, delivered_at: NOW }),
    true,
  ],
  [
    'keys that are held until the release',
    {},
    () => database.db.updateTable('editions').set({ keys_held_since: NOW }).execute(),
    false,
  ],
])('an order of a block with %s', async (_what, values, prepare, expected) => {
  const id = await confirmed(values)
  await prepare(id)
  expect(await isDelivered(id)).toBe(expected)
})
