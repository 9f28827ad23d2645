import { USD } from '#shared/currency.ts'
import type { Rates } from '#server/prices/rates.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSimChain, type SimChain } from '#server/demo/sim-chain.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { createLog } from '#server/runtime/log.ts'
import { atoms, cents, centsToNumber, type Rate } from '#shared/money.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { placeOrder } from '#test/order-fixture.ts'
import { createChainWatch, type ChainWatch } from './look-at-chain.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { useOrders } from '#test/use-orders.ts'

// How long a quote is kept: a low fee, a replacement or a second sending must not keep it until the rate has fallen.
const MINUTE = 60
const DAY = 24 * 3600 * 1
const INPUTS = ['5c'.repeat(32) + ':0']

const database = useTestDatabase()
const { time, deps } = useOrders(database, {}, (usual) => {
  const near: Rates['near'] = async (...args) => {
    const rate = await usual.policy.rates.near(...args)
    return rate === null ? null : (((rate * rateLater) / 100n) as Rate)
  }
  return { ...usual, policy: { ...usual.policy, rates: { ...usual.policy.rates, near } } }
})
let chain: SimChain
let watch: ChainWatch
/** The rate of late money, in percent of the quote. */
let rateLater: bigint
beforeEach(async () => {
  rateLater = 100n
  await database.db.deleteFrom('sim_transactions').execute()
  await database.db.deleteFrom('sim_blocks').execute()
  await database.db.deleteFrom('checkpoints').execute()
  chain = createSimChain({ db: database.db, chain: 'bitcoin', clock: time.clock })
  watch = newWatch()
  await addNewKeys(database.db, TEST_CIPHER, 'standard', 100)
  await chain.mine(12)
  await watch.look()
})

describe('a quote is not kept for money that comes back', () => {
  test.each([
    [10, 60],
    [100, 90],
  ])('%i copies: seen in the window, dropped, and sent again after %i days', async (copies, days) => {
    const order = await orderOf(copies)
    const txHash = await pay(order, order.due_atoms)
    expect(await stateOf(order)).toEqual(['detected'])
    const again = await takeFromMempool(txHash)
    await lookFor(20 * MINUTE)
    expect(await stateOf(order)).toEqual(['expired'])
    await passDays(days, 50n)
    await again()
    await confirm()
    expect(await stateOf(order)).toEqual(['review', 'underpaid', 'late'])
    expect(await keysOf(order)).toBe(0)
  })

  test('the same coins without a first sight are late in the same way', async () => {
    const order = await orderOf(10)
    await lookFor(20 * MINUTE)
    await passDays(60, 50n)
    await pay(order, order.due_atoms)
    await confirm()
    expect(await stateOf(order)).toEqual(['review', 'underpaid', 'late'])
  })

  test('dust in the window opens no quote for another transaction that spends the same coins', async () => {
    const order = await orderOf(10)
    await pay(order, 1_000n, INPUTS)
    await lookFor(20 * MINUTE)
    await passDays(200, 33n)
    await pay(order, order.due_atoms, INPUTS)
    await confirm()
    expect(await stateOf(order)).toEqual(['review', 'underpaid', 'late'])
    expect(await keysOf(order)).toBe(0)
  })

  test('a transaction that waits in the mempool for weeks is for review when it is mined', async () => {
    const order = await orderOf(10)
    await pay(order, order.due_atoms)
    await lookFor(20 * MINUTE)
    await passDays(13, 50n)
    expect(await stateOf(order)).toEqual(['detected'])
    await confirm()
    expect(await stateOf(order)).toEqual(['review', 'underpaid', 'late'])
  })

  test('a transaction replaced by one that pays somebody else is no first sight for a third', async () => {
    const order = await orderOf(1)
    await pay(order, order.due_atoms, INPUTS)
    await lookFor(20 * MINUTE)
    await chain.pay({ address: 'nobody', asset: 'BTC', atoms: atoms(1n), isGenuine: true, inputs: INPUTS })
    await watch.look()
    expect(await stateOf(order)).toEqual(['expired', 'double_spend'])
    await pay(order, order.due_atoms, INPUTS)
    await confirm()
    expect(await stateOf(order)).toEqual(['confirmed', 'late'])
  })
})

describe('an honest buyer keeps the quote', () => {
  test('seen in the window, mined within a day', async () => {
    const order = await orderOf(1)
    await pay(order, order.due_atoms)
    await lookFor(20 * MINUTE)
    time.pass(23 * 3600)
    rateLater = 50n
    await confirm()
    expect(await stateOf(order)).toEqual(['confirmed'])
    expect(await keysOf(order)).toBe(1)
  })

  test('a higher fee after the window, for a transaction that covered the order', async () => {
    const order = await orderOf(1)
    await pay(order, order.due_atoms, INPUTS)
    await lookFor(20 * MINUTE)
    rateLater = 50n
    await pay(order, order.due_atoms, INPUTS)
    await confirm()
    expect(await stateOf(order)).toEqual(['confirmed'])
  })

  test('mined in the window while no process was reading', async () => {
    const order = await orderOf(1)
    time.pass(MINUTE)
    await chain.pay({
      address: order.payment_address,
      asset: 'BTC',
      atoms: atoms(order.due_atoms),
      isGenuine: true,
    })
    await chain.mine(1)
    await passDays(2, 50n, false)
    watch = newWatch()
    await confirm()
    expect(await stateOf(order)).toEqual(['confirmed'])
  })
})

test('a block’s median time does not make in time what the mempool showed after the window', async () => {
  const order = await orderOf(1)
  await lookFor(65 * MINUTE)
  rateLater = 50n
  await pay(order, order.due_atoms)
  await chain.mine(1)
  // on Bitcoin the time of a block is the median of the last eleven, an hour ago
  const median = new Date(order.expires_at.getTime() - 2 * MINUTE * 1000)
  const { height } = await chain.reader.head()
  await database.db
    .updateTable('sim_blocks')
    .set({ at: median })
    .where('chain', '=', 'bitcoin')
    .where('height', '=', height)
    .execute()
  await confirm()
  expect(await stateOf(order)).toEqual(['partial', 'underpaid', 'late'])
})

function newWatch(): ChainWatch {
  const log = createLog({ level: 'silent' })
  return createChainWatch({
    db: database.db,
    reader: chain.reader,
    clock: time.clock,
    log,
    policy: deps.policy,
  })
}

function orderOf(quantity: number): Promise<PaymentRecord> {
  return placeOrder(deps, { quantity, totalPrice: centsToNumber(cents(63_99 * quantity), USD) })
}

/** Pays an order half a minute later, and polls. */
async function pay(order: PaymentRecord, amount: bigint, inputs?: readonly string[]): Promise<string> {
  time.pass(30)
  const payment = { address: order.payment_address, asset: 'BTC', atoms: atoms(amount), isGenuine: true }
  const { txHash } = await chain.pay(inputs === undefined ? payment : { ...payment, inputs })
  await watch.look()
  return txHash
}

/** Removes a transaction from the mempool, as nodes do when it is full. @returns a function that sends it again. */
async function takeFromMempool(txHash: string): Promise<() => Promise<void>> {
  const rows = await database.db
    .deleteFrom('sim_transactions')
    .where('tx_hash', '=', txHash)
    .returningAll()
    .execute()
  return async () => void (await database.db.insertInto('sim_transactions').values(rows).execute())
}

/** Polls every minute for some time. */
async function lookFor(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += MINUTE) {
    time.pass(MINUTE)
    await watch.look()
  }
}

/** Some days later the rate is another; the reader was watching all the time, unless told otherwise. */
async function passDays(days: number, percent: bigint, isWatched = true): Promise<void> {
  time.pass(days * DAY)
  rateLater = percent
  if (isWatched) await watch.look()
}

/** Mines what is in the mempool, and enough blocks above it for any price. */
async function confirm(): Promise<void> {
  await watch.look()
  await chain.mine(1)
  await watch.look()
  await chain.mine(10)
  await watch.look()
}

async function stateOf({ id }: PaymentRecord): Promise<readonly string[]> {
  const row = await database.db
    .selectFrom('payments')
    .select(['status', 'flags'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return [row.status, ...row.flags]
}

async function keysOf({ id }: PaymentRecord): Promise<number> {
  const rows = await database.db.selectFrom('game_keys').select('id').where('payment_id', '=', id).execute()
  return rows.length
}
