import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { issuePass } from '#server/captcha/passes.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { createLog } from '#server/runtime/log.ts'
import { BUDGETS } from '#test/budgets.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { startDatabaseProxy, type DatabaseProxy } from '#test/database-proxy.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { orderDeps, payOnChain, placeOrder, readyAddresses, USUAL_REQUEST } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { createPayment } from './create-payment.ts'
import { settleDueOrders } from './settle-due-orders.ts'

const database = useTestDatabase()
let proxy: DatabaseProxy
let counted: Database

beforeAll(async () => {
  proxy = await startDatabaseProxy(database.url)
  counted = openDatabase(proxy.url, { max: 4 })
})
afterAll(async () => {
  await counted.close()
  await proxy.stop()
})

type Step = keyof typeof BUDGETS.database

test('an order costs the database what the budgets say', async () => {
  const { clock } = testClock()
  const direct = orderDeps(database.db, clock)
  const deps = orderDeps(counted.db, clock)
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 2)
  await readyAddresses(direct, 'bitcoin')
  // the counted one is not the first, whose address wakes the process that fills the pool
  await placeOrder(direct)
  // a new connection asks its server which one it is
  await sql`select`.execute(counted.db)
  const pass = await issuePass(database.db, clock())
  const buyer = { client: '203.0.113.9', language: 'en', idempotencyKey: 'order-cost', pass } as const
  const costs: Partial<Record<Step, { statements: number; commits: number }>> = {}
  const sent: string[] = []
  const count = async <Result>(step: Step, work: () => Promise<Result>): Promise<Result> => {
    proxy.take()
    const result = await work()
    const { statements, commits } = proxy.take()
    costs[step] = { statements: [...statements.values()].reduce((sum, one) => sum + one, 0), commits }
    sent.push(step, ...[...statements].map(([text, times]) => `  ${String(times)} x ${text.slice(0, 120)}`))
    return result
  }
  const creation = await count('an order is created', () => createPayment(deps, USUAL_REQUEST, buyer))
  if (creation.kind !== 'created') throw new Error(`expected an order, got ${creation.kind}`)
  const { record } = creation
  const settle = () => settleDueOrders({ ...deps, log: createLog({ level: 'silent' }) }, 'bitcoin', true)
  const toBeSettled = () => database.db.updateTable('payments').set({ needs_settling: true }).execute()
  const row = () =>
    database.db.selectFrom('payments').selectAll().where('id', '=', record.id).executeTakeFirstOrThrow()
  await payOnChain(database.db, record, { confirmations: 0 })
  await toBeSettled()
  await count('its payment is seen', settle)
  expect(await row()).toMatchObject({ status: 'detected', delivered_at: null })
  const block = { block_height: 990, block_hash: 'block', block_at: clock() }
  await database.db.updateTable('transfers').set(block).execute()
  await toBeSettled()
  await count('its payment is deep enough, and its keys are handed out', settle)
  expect(await row()).toMatchObject({ status: 'confirmed', delivered_at: clock() })
  await readyAddresses(direct, 'bitcoin', { count: 60 })
  for (let at = 0; at < 20; at += 1) await payOnChain(database.db, await placeOrder(direct))
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 20)
  await toBeSettled()
  await count('twenty of a block are paid and their keys handed out', settle)
  const delivered = await database.db
    .selectFrom('payments')
    .select('id')
    .where('delivered_at', 'is not', null)
    .execute()
  expect(delivered).toHaveLength(21)
  expect(costs, sent.join('\n')).toEqual(BUDGETS.database)
})
