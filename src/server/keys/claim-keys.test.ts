import { beforeEach, expect, test } from 'vitest'
import { createKeyCipher } from '#server/secrets/key-cipher.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { forgetOrders } from '#test/order-fixture.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { claimKeys, hasKeys, keysOf, readableKeysOf } from './claim-keys.ts'
import { addNewKeys } from './generate-keys.ts'

const NOW = new Date('2026-11-20T12:00:00Z')
const database = useTestDatabase()
beforeEach(() => forgetOrders(database.db))

/** Delivers an order of each quantity together. */
async function claim(...quantities: readonly number[]): Promise<readonly string[]> {
  const { db } = database
  const claims: { paymentId: string; quantity: number }[] = []
  for (const quantity of quantities) {
    const paid = { status: 'confirmed', confirmed_at: NOW, delivered_at: NOW } as const
    claims.push({ paymentId: await insertPayment(db, { ...paid, quantity }), quantity })
  }
  const wanted = quantities.reduce((sum, one) => sum + one, 0)
  expect(await db.transaction().execute((tx) => claimKeys(tx, 'standard', claims, NOW))).toBe(wanted)
  return claims.map(({ paymentId }) => paymentId)
}

const keysTo = (id: string) =>
  database.db.selectFrom('game_keys').selectAll().where('payment_id', '=', id).orderBy('line_no').execute()

test('several orders get their keys together, each as many as it has copies, and none that is retired', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 3)
  await database.db.updateTable('game_keys').set({ retired_at: NOW }).execute()
  for (const edition of ['supporter', 'standard']) await addNewKeys(database.db, TEST_CIPHER, edition, 9)
  const lines = []
  for (const id of await claim(2, 3))
    lines.push((await keysTo(id)).map((key) => [key.line_no, key.retired_at]))
  const line = (nr: number) => [nr, null]
  expect(lines).toEqual([[1, 2].map(line), [1, 2, 3].map(line)])
})

test('the keys of an order are listed in alphabetical order, without retired ones and those that cannot be read', async () => {
  const { db } = database
  await addNewKeys(db, TEST_CIPHER, 'standard', 9)
  const [id = '', other = ''] = await claim(7, 1)
  const [first, ...rest] = await keysTo(id)
  const retire = (key = '') =>
    db.updateTable('game_keys').set({ retired_at: NOW }).where('id', '=', key).execute()
  await retire(first?.id)
  const expected = rest.map((key) => TEST_CIPHER.open(key)).sort()
  expect(expected).toHaveLength(6)
  expect(await keysOf(db, TEST_CIPHER, id)).toEqual(expected)
  expect(await readableKeysOf(db, TEST_CIPHER, id)).toEqual(expected)
  const stranger = createKeyCipher({ secret: Buffer.alloc(32, 9) })
  expect(await readableKeysOf(db, stranger, id)).toEqual([])
  await expect(keysOf(db, stranger, id)).rejects.toThrow()
  expect([await hasKeys(db, id), await hasKeys(db, other)]).toEqual([true, true])
  await retire((await keysTo(other))[0]?.id)
  expect([await hasKeys(db, id), await hasKeys(db, other)]).toEqual([true, false])
})
