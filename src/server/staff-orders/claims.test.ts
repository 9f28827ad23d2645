import { beforeAll, expect, test } from 'vitest'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import type { ClaimReply } from '#shared/orders-api.ts'
import type { Role } from '#shared/permissions.ts'
import { auditOf } from '#test/audit-of.ts'
import { useBackOffice } from '#test/use-back-office.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { placeOrder } from '#test/order-fixture.ts'
import { payOut, simChainOf } from '#test/refund-fixture.ts'
import type * as z from 'zod'

const database = useTestDatabase()
const office = useBackOffice(database)
const { deps } = office
let order: PaymentRecord
let txHash: string
beforeAll(async () => {
  order = await placeOrder(deps)
  const sim = simChainOf(deps)
  await sim.reader.head()
  txHash = await payOut(sim, order.payment_address, order.due_atoms)
  await sim.mine(1)
})

function claim(role: Role, hash: string, id = order.id) {
  return office.as[role].ask('POST', `/functions/orders/${id}/claim`, { txHash: hash })
}

test.each(['support', 'viewer'] as const)('%s may not enter a transaction', async (role) => {
  expect((await claim(role, txHash)).statusCode).toBe(403)
})

test.each(['', 'ab', `${'a'.repeat(63)}g`, 'a'.repeat(65), `0x${'a'.repeat(63)}`])(
  'the hash “%s” is refused before anything is asked',
  async (hash) => expect((await claim('manager', hash)).statusCode).toBe(400),
)

test('an unknown order is not found', async () => {
  expect((await claim('manager', txHash, '00000000-0000-4000-8000-000000000000')).statusCode).toBe(404)
})

test('what the transaction pays is stored, the order is due, and the audit names hash and outcome', async () => {
  const missing = 'cd'.repeat(32)
  const outcomes = []
  for (const hash of [missing, txHash, `0x${txHash.toUpperCase()}`]) {
    const reply = await claim('manager', hash)
    outcomes.push(reply.json<z.infer<typeof ClaimReply>>().outcome)
  }
  expect(outcomes).toEqual(['not_found', 'stored', 'known'])
  const transfers = await database.db.selectFrom('transfers').select(['tx_hash', 'payment_id']).execute()
  expect(transfers).toEqual([{ tx_hash: txHash, payment_id: order.id }])
  const { needs_settling: isDue } = await database.db
    .selectFrom('payments')
    .select('needs_settling')
    .executeTakeFirstOrThrow()
  expect(isDue).toBe(true)
  const entries = await auditOf(database.db, { action: 'order.claim', subject_id: order.id })
  expect(entries.map(({ facts }) => facts)).toMatchObject([
    { txHash: missing, outcome: 'not_found' },
    { txHash, outcome: 'stored' },
    { outcome: 'known' },
  ])
})
