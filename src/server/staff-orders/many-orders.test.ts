import { beforeEach, expect, test } from 'vitest'
import { auditedActions } from '#test/audit-of.ts'
import { useBackOffice, type SignedIn } from '#test/use-back-office.ts'
import { forgetOrders, placeOrder } from '#test/order-fixture.ts'
import { placePaidOrder } from '#test/refund-fixture.ts'
import { useTestDatabase } from '#test/use-test-database.ts'

const database = useTestDatabase()
const office = useBackOffice(database)
const { time, deps } = office
beforeEach(() => forgetOrders(database.db))

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const decide = (action: string, orderIds: readonly string[], as: keyof SignedIn = 'owner') =>
  office.as[as].ask('POST', '/functions/many-orders', {
    action,
    orderIds,
    ...(action === 'refund' ? { reason: 'the game is cancelled' } : {}),
  })
const countOf = async (table: 'mails' | 'refunds', id: string) =>
  (await database.db.selectFrom(table).select('id').where('payment_id', '=', id).execute()).length
const actionsOf = (id: string) => auditedActions(database.db, { subject_id: id })

test('mails of many orders are sent again, each once however often it is asked for', async () => {
  const orders = [await placePaidOrder(deps), await placePaidOrder(deps)]
  const [first, second] = orders.map(({ id }) => id) as [string, string]
  const before = await countOf('mails', first)
  // the same order twice, and one that is not there
  const reply = await decide('resend', [first, UNKNOWN, second, first], 'support')
  expect(reply.json()).toEqual({
    success: true,
    done: [first, second],
    refused: [{ orderId: UNKNOWN, code: 'PAYMENT_NOT_FOUND' }],
  })
  time.pass(9 * 60)
  expect((await decide('resend', [first, second])).json()).toMatchObject({
    done: [],
    refused: [{ code: 'RATE_LIMITED' }, { code: 'RATE_LIMITED' }],
  })
  expect(await countOf('mails', first)).toBe(before + 1)
  expect(await actionsOf(first)).toEqual(['order.resend'])
  time.pass(60)
  expect((await decide('resend', [first])).json()).toMatchObject({ done: [first] })
})

test('refunds of many orders are requested, each once, and one that is refused stops no other', async () => {
  const unpaid = await placeOrder(deps)
  const paid = await placePaidOrder(deps, { quantity: 2 })
  const held = await placePaidOrder(deps)
  await database.db.updateTable('payments').set({ wallet_address: null }).where('id', '=', held.id).execute()
  const last = await placePaidOrder(deps)
  const ids = [unpaid.id, paid.id, held.id, last.id]
  expect((await decide('refund', ids, 'manager')).json()).toEqual({
    success: true,
    done: [paid.id, last.id],
    refused: [
      { orderId: unpaid.id, code: 'REFUND_NOT_POSSIBLE' },
      { orderId: held.id, code: 'ADDRESS_INVALID' },
    ],
  })
  expect((await decide('refund', [paid.id, last.id])).json()).toMatchObject({
    done: [],
    refused: [{ code: 'REFUND_ASKED' }, { code: 'REFUND_ASKED' }],
  })
  const refunds = await database.db.selectFrom('refunds').selectAll().execute()
  expect(refunds.map(({ payment_id, quantity, reason }) => [payment_id, quantity, reason])).toEqual([
    [paid.id, 2, 'the game is cancelled'],
    [last.id, 1, 'the game is cancelled'],
  ])
  expect(await actionsOf(paid.id)).toEqual(['order.refund-due'])
})

test('each action needs the role that it needs for one order', async () => {
  const order = await placePaidOrder(deps)
  const statusOf = async (action: string, as: keyof SignedIn) =>
    (await decide(action, [order.id], as)).statusCode
  expect([await statusOf('resend', 'viewer'), await statusOf('refund', 'viewer')]).toEqual([403, 403])
  expect(await statusOf('refund', 'support')).toBe(403)
  expect(await countOf('refunds', order.id)).toBe(0)
  expect((await decide('resend', [])).statusCode).toBe(400)
  expect(
    (
      await decide(
        'resend',
        Array.from({ length: 201 }, () => order.id),
      )
    ).statusCode,
  ).toBe(400)
})

test('only chosen orders are exported', async () => {
  const orders = [await placePaidOrder(deps), await placePaidOrder(deps), await placePaidOrder(deps)]
  const chosen = orders.slice(1).map(({ id }) => id)
  const ids = chosen.map((id) => id.replaceAll('-', '')).join('.')
  const file = await office.as.owner.ask('GET', `/functions/export-orders?ids=${ids}`)
  const lines = file.body.trim().split('\n').slice(1)
  expect(lines.map((line) => line.split(',')[0]).sort()).toEqual([...chosen].sort())
  const audit = await database.db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirst()
  expect(audit).toMatchObject({ action: 'orders.export', facts: { orders: 2 } })
  expect((await office.as.owner.ask('GET', '/functions/export-orders?ids=all')).statusCode).toBe(400)
})
