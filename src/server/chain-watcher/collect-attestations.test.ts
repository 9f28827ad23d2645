import { beforeEach, describe, expect, test } from 'vitest'
import type { Attestation } from '#server/chain/chain-reader.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { payOnChain, placeOrder } from '#test/order-fixture.ts'
import { acceptPayment } from '#server/payments/accept-payment.ts'
import { collectAttestations } from './collect-attestations.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { settlePayment } from '#server/payments/settle-payment.ts'
import { useOrders } from '#test/use-orders.ts'

// An order whose value requires two nodes that agree: 24 copies for 1,535.76 dollars.
const database = useTestDatabase()
const { time, deps } = useOrders(database, {}, (usual) => ({
  ...usual,
  policy: { ...usual.policy, endpointCount: () => 2 },
}))
let record: PaymentRecord
/** The second node's reply about a transfer, by its hash; by default it agrees. */
let secondNode: Map<string, Attestation['says']>
let asked: string[]
/** The number of times the nodes were asked, about any number of transfers. */
let rounds: number
beforeEach(async () => {
  await database.db.deleteFrom('alerts').execute()
  record = await placeOrder(deps, { quantity: 24, totalPrice: 1535.76 })
  secondNode = new Map()
  asked = []
  rounds = 0
})

test('no key is delivered before two nodes agree', async () => {
  await payOnChain(database.db, record)
  expect(await settled()).toBe('detected')
  await ask()
  expect(await settled()).toBe('confirmed')
  await ask()
  expect(asked).toHaveLength(1)
})

test('one node is not enough; the nodes are asked again until the other one replies', async () => {
  const txHash = await payOnChain(database.db, record)
  secondNode.set(txHash, 'unknown')
  await ask()
  expect(await settled()).toBe('detected')
  secondNode.clear()
  await ask()
  expect(await settled()).toBe('confirmed')
})

test('an order on which nodes disagree waits half an hour, and then needs a decision of the staff', async () => {
  const txHash = await payOnChain(database.db, record)
  secondNode.set(txHash, 'disagrees')
  await settled()
  await ask()
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

describe('below the value that requires two nodes', () => {
  const CHEAP = { quantity: 1, totalPrice: 63.99 }

  // holds I2
  test('an order is compared with the second node before its keys leave', async () => {
    record = await placeOrder(deps, CHEAP)
    await payOnChain(database.db, record)
    expect(await settled()).toBe('detected')
    await ask()
    expect(await settled()).toBe('confirmed')
  })

  test('a transfer that the second node denies stops it, and needs a decision after half an hour', async () => {
    record = await placeOrder(deps, CHEAP)
    const invented = await payOnChain(database.db, record)
    secondNode.set(invented, 'disagrees')
    await ask()
    expect(await settled()).toBe('detected')
    expect(await flags(record)).toEqual(['nodes_disagree'])
    time.pass(30 * 60 + 1)
    await ask()
    expect(await settled()).toBe('review')
    expect(await openAlerts()).toEqual([record.id])
  })

  test('a second node that does not answer stops nothing', async () => {
    record = await placeOrder(deps, CHEAP)
    secondNode.set(await payOnChain(database.db, record), 'unknown')
    await ask()
    expect(await settled()).toBe('confirmed')
  })

  test('all orders are asked about together, and never again without a new answer to expect', async () => {
    const orders = []
    for (let at = 0; at < 5; at += 1) orders.push(await placeOrder(deps, CHEAP))
    for (const one of orders) await payOnChain(database.db, one)
    await ask()
    expect([rounds, asked.length]).toEqual([1, 5])
    for (const one of orders) expect((await settlePayment(deps, one.id)).status).toBe('confirmed')
    await ask()
    expect([rounds, asked.length]).toEqual([1, 5])
  })
})

// holds I3
test('a second node that stays silent leaves the decision to staff after half an hour', async () => {
  const txHash = await payOnChain(database.db, record)
  secondNode.set(txHash, 'unknown')
  await ask()
  expect(await settled()).toBe('detected')
  const before = await eventCount()
  time.pass(30 * 60 + 1)
  await ask()
  expect(await settled()).toBe('review')
  await ask()
  // the status alone: a node that stays silent writes nothing
  expect(await eventCount()).toBe(before + 1)
  expect(await openAlerts()).toEqual([record.id])
  const stored = await database.db.selectFrom('transfers').select('attestations').executeTakeFirstOrThrow()
  expect(stored.attestations).toMatchObject([{ says: 'agrees' }, { says: 'unknown' }])
  const accepted = await database.db
    .transaction()
    .execute((tx) => acceptPayment(tx, deps, record.id, undefined))
  expect(accepted).toMatchObject({ kind: 'accepted', settled: { status: 'confirmed', isDeliverable: true } })
  expect(await openAlerts()).toEqual([])
})

test('an order paid by more transfers than one look asks about is attested by further looks', async () => {
  const part = record.due_atoms / 60n
  for (let at = 0; at < 60; at += 1)
    await payOnChain(database.db, record, { atoms: at === 0 ? record.due_atoms - 59n * part : part })
  await ask()
  expect(await settled()).toBe('detected')
  await ask()
  expect(new Set(asked).size).toBe(60)
  expect(await settled()).toBe('confirmed')
})

test('staff may accept an order before half an hour of silence is over', async () => {
  secondNode.set(await payOnChain(database.db, record), 'unknown')
  await ask()
  expect(await settled()).toBe('detected')
  const accepted = await database.db
    .transaction()
    .execute((tx) => acceptPayment(tx, deps, record.id, undefined))
  expect(accepted).toMatchObject({ kind: 'accepted', settled: { status: 'confirmed' } })
})

test('an order in review is confirmed once the second node answers, and its alert is closed', async () => {
  secondNode.set(await payOnChain(database.db, record), 'unknown')
  await ask()
  await settled()
  time.pass(30 * 60 + 1)
  expect(await settled()).toBe('review')
  secondNode.clear()
  await ask()
  expect(await settled()).toBe('confirmed')
  expect(await openAlerts()).toEqual([])
})

async function settled(): Promise<string> {
  return (await settlePayment(deps, record.id)).status
}

async function openAlerts(): Promise<readonly string[]> {
  const rows = await database.db
    .selectFrom('alerts')
    .select('subject')
    .where('closed_at', 'is', null)
    .execute()
  return rows.map(({ subject }) => subject)
}

async function eventCount(): Promise<number> {
  const rows = await database.db.selectFrom('payment_events').select('id').execute()
  return rows.length
}

/** Asks the nodes, as a look does after it stored transfers. */
async function ask(): Promise<void> {
  await database.db
    .updateTable('payments')
    .set({ needs_settling: true })
    .where('status', '=', 'pending')
    .execute()
  const reader = {
    chain: 'bitcoin' as const,
    attest: (transfers: readonly { readonly txHash: string }[]) => {
      rounds += 1
      return Promise.resolve(
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
      )
    },
  }
  return collectAttestations(database.db, reader, deps.policy, time.clock())
}

async function flags(order = record): Promise<readonly string[]> {
  const row = await database.db
    .selectFrom('payments')
    .select('flags')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
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
