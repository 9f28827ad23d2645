import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createKeyCipher, type KeyCipher } from '#server/secrets/key-cipher.ts'
import { deliverOrder, fillWaitingOrders } from '#server/payments/deliver-order.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { TEST_SECRET } from '#test/installation-secret.ts'
import { forgetOrders, order, orderDeps, payOnChain, placeOrder } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { keysOf } from './claim-keys.ts'
import { addNewKeys } from './generate-keys.ts'
import { listKeys } from './list-keys.ts'
import { markLostSecrets } from './lost-secrets.ts'
import { auditKeys, requireReadableKeys } from './require-readable-keys.ts'

const { clock } = testClock()
const earlier = Buffer.alloc(32, 9)
const lost = createKeyCipher({ secret: earlier })
/** Of a process that was given one secret, or both. */
const one = createKeyCipher({ secret: TEST_SECRET })
const both = createKeyCipher({ secret: TEST_SECRET, earlier: [earlier] })
const PAGE = { edition: 'all', status: 'all', sort: 'newest', page: 1, limit: 50, q: '' } as const

const database = useTestDatabase()
beforeAll(() => database.db.insertInto('key_secrets').values({ id: lost.secretId }).execute())
beforeEach(() => forgetOrders(database.db))

const mark = (cipher: KeyCipher) => markLostSecrets(database.db, cipher)

test('an edition whose keys cannot be read takes no orders until their secret is back', async () => {
  const { db } = database
  const deps = orderDeps(db, clock)
  await addNewKeys(db, lost, 'standard', 3)
  await addNewKeys(db, one, 'standard', 3)
  expect(await mark(both)).toBe(0)
  expect(await order(deps)).toMatchObject({ kind: 'created' })
  expect(await mark(one)).toBe(3)
  expect(await order(deps)).toMatchObject({ kind: 'refused', code: 'OUT_OF_STOCK' })
  const supporter = { edition: 'supporter', totalPrice: 119.99 } as const
  expect(await order(deps, supporter)).toMatchObject({ kind: 'created' })
  expect(await mark(both)).toBe(0)
  expect(await order(deps)).toMatchObject({ kind: 'created' })
})

test('a paid order gets no key that cannot be read: it waits, and is filled once the secret is back', async () => {
  const { db } = database
  const deps = orderDeps(db, clock)
  const paid = await placeOrder(deps, { quantity: 2, totalPrice: 127.98 })
  await payOnChain(db, paid)
  await addNewKeys(db, lost, 'standard', 2)
  await addNewKeys(db, one, 'standard', 1)
  await mark(one)
  await settlePayment(deps, paid.id)
  expect(await deliverOrder(deps, paid.id)).toEqual({ kind: 'awaiting-keys' })
  await mark(both)
  expect(await fillWaitingOrders(deps)).toBe(1)
  expect(await keysOf(db, both, paid.id)).toHaveLength(2)
})

test('a list shows what can be read, and the check counts what cannot', async () => {
  const { db } = database
  await addNewKeys(db, lost, 'standard', 2)
  await addNewKeys(db, one, 'standard', 1)
  const { keys } = await listKeys(db, one, PAGE, { keys: true, emails: true })
  expect(keys.map((key) => (key.is_masked ? key.game_key : 'whole')).sort()).toEqual([
    '****',
    '****',
    'whole',
  ])
  expect(new Set(await auditKeys(db, one))).toEqual(
    new Set([
      { secretId: one.secretId, keys: 1, unreadable: 0 },
      { secretId: lost.secretId, keys: 2, unreadable: 2 },
    ]),
  )
  await expect(requireReadableKeys(db, one)).rejects.toThrow(`with the id ${lost.secretId}, is missing`)
  await requireReadableKeys(db, both)
  // two rows whose contents were swapped
  await db.updateTable('game_keys').set({ game_edition: 'supporter' }).execute()
  expect((await auditKeys(db, both)).map(({ unreadable }) => unreadable)).toEqual(
    expect.arrayContaining([1, 2]),
  )
})
