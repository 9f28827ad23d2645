import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Attestation } from '#server/chain/chain-reader.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { forgetOrders, orderDeps, payOnChain, placeOrder } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { collectAttestations } from './collect-attestations.ts'
import type { CreatePaymentDeps } from '#server/payments/create-payment.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'

// An order whose value requires two nodes that agree: 24 copies for 1,535.76 dollars.
let database: TestDatabase
let time: ReturnType<typeof testClock>
let deps: CreatePaymentDeps
let record: PaymentRecord
/** The second node's reply about a transfer, by its hash; by default it agrees. */
let secondNode: Map<string, Attestation['says']>
let asked: string[]
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(async () => {
  await forgetOrders(database.db)
  time = testClock()
  const usual = orderDeps(database.db, time.clock)
  deps = { ...usual, policy: { ...usual.policy, endpointCount: () => 2 } }
  record = await placeOrder(deps, { quantity: 24, totalPrice: 1535.76 })
  secondNode = new Map()
  asked = []
})
afterAll(() => database.close())

test('no key is delivered before two nodes agree', async () => {
  await payOnChain(database.db, record)
  expect(await settled()).toBe('detected')
  expect(await ask()).toBe(true)
  expect(await settled()).toBe('confirmed')
  expect(await ask()).toBe(false)
  expect(asked).toHaveLength(1)
})

test('one node is not enough; the nodes are asked again until the other one replies', async () => {
  const txHash = await payOnChain(database.db, record)
  secondNode.set(txHash, 'unknown')
  expect(await ask()).toBe(false)
  expect(await settled()).toBe('detected')
  secondNode.clear()
  await ask()
  expect(await settled()).toBe('confirmed')
})

test('an order on which nodes disagree waits half an hour, and then needs a decision of the staff', async () => {
  const txHash = await payOnChain(database.db, record)
  secondNode.set(txHash, 'disagrees')
  await settled()
  expect(await ask()).toBe(true)
  expect(await settled()).toBe('detected')
  expect(await flags()).toEqual(['nodes_disagree'])
  time.pass(30 * 60 + 1)
  await ask()
  expect(await settled()).toBe('review')
  secondNode.clear()
  await ask()
  expect(await settled()).toBe('confirmed')
  expect(await flags()).toEqual([])
})

test('a transfer that arrives after the nodes were asked is attested too', async () => {
  await payOnChain(database.db, record, { atoms: record.due_atoms / 2n })
  await payOnChain(database.db, record, { atoms: record.due_atoms / 2n, confirmations: 0 })
  expect(await settled()).toBe('detected')
  await ask()
  const invented = await confirmMempool()
  secondNode.set(invented, 'disagrees')
  expect(await settled()).toBe('detected')
  await ask()
  expect(await settled()).toBe('detected')
  expect(await flags()).toEqual(['nodes_disagree'])
})

test('a fully paid order does not wait for attestations of further transfers', async () => {
  await payOnChain(database.db, record)
  await settled()
  await ask()
  const extra = await payOnChain(database.db, record, { confirmations: 20 })
  secondNode.set(extra, 'disagrees')
  expect(await settled()).toBe('confirmed')
})

async function settled(): Promise<string> {
  return (await settlePayment(deps, record.id)).status
}

function ask(): Promise<boolean> {
  const reader = {
    chain: 'bitcoin' as const,
    attest: (transfers: readonly { readonly txHash: string }[]) =>
      Promise.resolve(
        transfers.map(({ txHash }) => {
          asked.push(txHash)
          return [
            { endpoint: 'bitcoin node 1', says: 'agrees' as const, blockHash: 'a' },
            {
              endpoint: 'bitcoin node 2',
              says: secondNode.get(txHash) ?? ('agrees' as const),
              blockHash: 'b',
            },
          ]
        }),
      ),
  }
  return collectAttestations(database.db, reader, deps.policy, time.clock())
}

async function flags(): Promise<readonly string[]> {
  const row = await database.db.selectFrom('payments').select('flags').executeTakeFirstOrThrow()
  return row.flags
}

/** Mines the money in the mempool, and many blocks above it. */
async function confirmMempool(): Promise<string> {
  const mined = await database.db
    .updateTable('transfers')
    .set({ block_height: 990, block_hash: 'block 990', block_at: time.clock() })
    .where('block_height', 'is', null)
    .returning('tx_hash')
    .executeTakeFirstOrThrow()
  return mined.tx_hash
}
