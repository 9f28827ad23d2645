import { beforeAll, expect, test } from 'vitest'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { keysOf } from '#server/keys/claim-keys.ts'
import type { Browser } from '#test/account-fixture.ts'
import { useAccountFixture } from '#test/use-accounts.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { orderDeps, payOnChain, placeOrder } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { deliverOrder } from './deliver-order.ts'
import { replaceRoutes } from './replace-routes.ts'
import { settlePayment } from './settle-payment.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'

const database = useTestDatabase()
let manager: Browser
const fixture = useAccountFixture(database, { addRoutes: replaceRoutes })
beforeAll(async () => {
  manager = await fixture.signedIn('manager')
})

const { clock } = testClock()
const replace = (keyId: string) => manager.ask('POST', '/functions/replace-key', { keyId })
const keyIn = (text: string) =>
  database.db
    .selectFrom('game_keys')
    .selectAll()
    .where('key_hash', '=', TEST_CIPHER.hashKey(text))
    .executeTakeFirstOrThrow()

test('a sold key that does not work is replaced: the buyer gets the new one by mail and on the order page', async () => {
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 2)
  const seller = orderDeps(database.db, clock)
  const order = await placeOrder(seller, { quantity: 2, totalPrice: 127.98 })
  await payOnChain(database.db, order)
  await settlePayment(seller, order.id)
  await deliverOrder(seller, order.id)
  const [first = '', second = ''] = await keysOf(database.db, TEST_CIPHER, order.id)
  const old = await keyIn(first)
  expect((await replace(old.id)).json()).toMatchObject({ code: 'OUT_OF_STOCK' })

  await addNewKeys(database.db, TEST_CIPHER, 'standard', 2)
  const replies = await Promise.all([replace(old.id), replace(old.id)])
  expect(replies.map((reply) => reply.statusCode).sort()).toEqual([200, 409])
  const now = await keysOf(database.db, TEST_CIPHER, order.id)
  expect(now).toHaveLength(2)
  expect(now).toContain(second)
  expect(now).not.toContain(first)
  expect((await keyIn(first)).retired_at).not.toBe(null)
  const mails = await database.db.selectFrom('mails').select('facts').where('template', '=', 'keys').execute()
  expect(mails).toHaveLength(2)
  // the mail says which order's keys to read when it is sent
  expect(mails[1]?.facts).toMatchObject({ paymentId: order.id })
  const [event] = await database.db
    .selectFrom('payment_events')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(event).toMatchObject({ kind: 'key_replaced', facts: { keyId: old.id } })
  const [audited] = await database.db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).execute()
  expect(audited).toMatchObject({ action: 'keys.replace', subject_id: old.id })
})

test('only a sold key can be replaced', async () => {
  const free = await database.db
    .selectFrom('game_keys')
    .select('id')
    .where('status', '=', 'available')
    .executeTakeFirstOrThrow()
  expect((await replace(free.id)).json()).toMatchObject({ code: 'KEY_NOT_SOLD' })
  expect((await replace('00000000-0000-4000-8000-000000000000')).json()).toMatchObject({
    code: 'KEY_NOT_FOUND',
  })
})
