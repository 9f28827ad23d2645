import { afterAll, beforeAll, expect, test } from 'vitest'
import { issuePass } from '#server/captcha/passes.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { startDatabaseProxy, type DatabaseProxy } from '#test/database-proxy.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { order, orderDeps, payOnChain, placeOrder } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { deliverOrder } from './deliver-order.ts'
import { settlePayment } from './settle-payment.ts'

const database = useTestDatabase()
let proxy: DatabaseProxy
let distant: Database
const { clock } = testClock()
beforeAll(async () => {
  proxy = await startDatabaseProxy(database.url)
  distant = openDatabase(proxy.url, { max: 2 })
})
afterAll(async () => {
  await distant.close()
  await proxy.stop()
})

test('an order whose commit was not answered is found, and told to its buyer', async () => {
  const pass = await issuePass(database.db, clock())
  await placeOrder(orderDeps(database.db, clock))
  proxy.loseNextCommit()
  const result = await order(orderDeps(distant.db, clock), { userEmail: 'lost@example.com' }, { pass })
  const stored = await database.db
    .selectFrom('payments')
    .selectAll()
    .where('user_email', '=', 'lost@example.com')
    .execute()
  expect(result).toEqual({ kind: 'created', record: stored[0] })
  expect(stored).toHaveLength(1)
})

test('a delivery whose commit was not answered is not made twice', async () => {
  const direct = orderDeps(database.db, clock)
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 3)
  const record = await placeOrder(direct)
  await payOnChain(database.db, record)
  await settlePayment(direct, record.id)
  const deps = orderDeps(distant.db, clock)
  proxy.loseNextCommit()
  await expect(deliverOrder(deps, record.id)).rejects.toMatchObject({ name: 'CommitUnknownError' })
  expect(await deliverOrder(deps, record.id)).toEqual({ kind: 'nothing-to-do' })
  const keys = await database.db
    .selectFrom('game_keys')
    .select('id')
    .where('payment_id', '=', record.id)
    .execute()
  const mails = await database.db
    .selectFrom('mails')
    .select('id')
    .where('payment_id', '=', record.id)
    .where('template', '=', 'keys')
    .execute()
  expect([keys.length, mails.length]).toEqual([1, 1])
})
