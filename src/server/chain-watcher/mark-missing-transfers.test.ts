import { beforeEach, expect, test } from 'vitest'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { createSimChain, type SimChain } from '#server/demo/sim-chain.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import type { PaymentRecord } from '#server/payments/payment-record.ts'
import { createLog } from '#server/runtime/log.ts'
import { atoms } from '#shared/money.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { placeOrder } from '#test/order-fixture.ts'
import { CursorMovedError } from './cursor.ts'
import { createChainWatch, type ChainWatch } from './look-at-chain.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { useOrders } from '#test/use-orders.ts'

// When a transaction that a mempool does not show counts as gone. The order reserves its key.
const database = useTestDatabase()
const { time, deps } = useOrders(database, { stock: 'reserve' })
let chain: SimChain
let order: PaymentRecord
/** Changes of the node's answers. */
let node: Partial<ChainReader>
let watch: ChainWatch
beforeEach(async () => {
  const { db } = database
  for (const table of ['sim_transactions', 'sim_blocks', 'checkpoints'] as const)
    await db.deleteFrom(table).execute()
  chain = createSimChain({ db, chain: 'bitcoin', clock: time.clock })
  node = {}
  watch = newWatch()
  await addNewKeys(db, TEST_CIPHER, 'standard', 1)
  await chain.mine(12)
  await watch.look()
  order = await placeOrder(deps)
  await chain.pay({
    address: order.payment_address,
    asset: 'BTC',
    atoms: atoms(order.due_atoms),
    isGenuine: true,
  })
  await watch.look()
})

/** What a node answers that has never seen the transaction. */
const withoutIt: Partial<ChainReader> = {
  unconfirmed: () => Promise.resolve([]),
  knowsTransaction: () => Promise.resolve(false),
}

test('one list without it changes nothing: not the status, not the time it was seen, not the held key', async () => {
  time.pass(20 * 60)
  node = withoutIt
  await watch.look()
  expect(await stateOf()).toEqual({ status: 'detected', held: 1, lost: null })
  node = {}
  await watch.look()
  await chain.mine(1)
  await watch.look()
  expect(await stateOf()).toMatchObject({ status: 'confirmed' })
})

test('it is dropped after three lists and two minutes, and its key is sold again', async () => {
  node = withoutIt
  for (const seconds of [0, 1, 118]) {
    time.pass(seconds)
    await watch.look()
    expect(await stateOf()).toMatchObject({ status: 'detected', lost: null })
  }
  time.pass(1)
  await watch.look()
  expect(await stateOf()).toMatchObject({ status: 'pending', lost: 'dropped' })
  time.pass(20 * 60)
  await watch.look()
  expect(await stateOf()).toMatchObject({ status: 'expired', held: 0 })
})

test('two lists are not enough, however long the time between them', async () => {
  node = withoutIt
  await watch.look()
  time.pass(3600)
  await watch.look()
  expect(await stateOf()).toMatchObject({ status: 'detected', lost: null })
})

test('a list with it in between begins the count anew', async () => {
  for (const answers of [withoutIt, withoutIt, {}, withoutIt, withoutIt]) {
    node = answers
    await watch.look()
    time.pass(3600)
  }
  expect(await stateOf()).toMatchObject({ status: 'detected', lost: null })
})

test('it is not dropped while another node knows it', async () => {
  node = { ...withoutIt, knowsTransaction: () => Promise.resolve(true) }
  await lookFiveTimes()
  expect(await stateOf()).toEqual({ status: 'detected', held: 1, lost: null })
})

test('it is not dropped for a day while a node cannot be asked', async () => {
  node = { ...withoutIt, knowsTransaction: () => Promise.resolve(null) }
  await lookFiveTimes()
  expect(await stateOf()).toMatchObject({ status: 'detected', lost: null })
  time.pass(24 * 3600)
  await watch.look()
  expect(await stateOf()).toMatchObject({ status: 'expired', lost: 'dropped' })
})

test('it is gone at once if another transaction spends its coins', async () => {
  const { inputs } = await database.db
    .selectFrom('sim_transactions')
    .select('inputs')
    .executeTakeFirstOrThrow()
  await chain.pay({ address: 'nobody', asset: 'BTC', atoms: atoms(1n), isGenuine: true, inputs })
  await watch.look()
  expect(await stateOf()).toMatchObject({ status: 'pending', lost: 'replaced' })
})

test('nodes are asked once about a transaction, however many outputs it has', async () => {
  const { db } = database
  const [first] = await db.selectFrom('sim_transactions').selectAll().execute()
  if (first === undefined) throw new Error('no transaction was made')
  const more = [1, 2, 3, 4].map((output_index) => ({ ...first, output_index }))
  await db.insertInto('sim_transactions').values(more).execute()
  await watch.look()
  let asked = 0
  node = { ...withoutIt, isReplaced: () => Promise.resolve((asked += 1) > 0) }
  await watch.look()
  const lost = await db.selectFrom('transfers').select('lost_as').execute()
  expect([asked, lost.map((one) => one.lost_as)]).toEqual([1, Array.from({ length: 5 }, () => 'replaced')])
})

test('a process that was stopped after it listed the mempool stores nothing', async () => {
  const [listed, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  node = {
    unconfirmed: async () => {
      listed.resolve(undefined)
      await goOn.promise
      return []
    },
    isReplaced: () => Promise.resolve(true),
    knowsTransaction: () => Promise.resolve(false),
  }
  const stopped = watch.look()
  await listed.promise
  node = {}
  time.pass(1)
  await newWatch().look()
  node = { isReplaced: () => Promise.resolve(true), knowsTransaction: () => Promise.resolve(false) }
  goOn.resolve(undefined)
  await expect(stopped).rejects.toBeInstanceOf(CursorMovedError)
  expect(await stateOf()).toEqual({ status: 'detected', held: 1, lost: null })
})

test('a process that was stopped before it marks what is missing marks nothing', async () => {
  const [asked, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  node = {
    ...withoutIt,
    isReplaced: async () => {
      asked.resolve(undefined)
      await goOn.promise
      return true
    },
  }
  const stopped = watch.look()
  await asked.promise
  node = {}
  time.pass(1)
  await newWatch().look()
  node = withoutIt
  goOn.resolve(undefined)
  await expect(stopped).rejects.toBeInstanceOf(CursorMovedError)
  expect(await stateOf()).toEqual({ status: 'detected', held: 1, lost: null })
})

async function lookFiveTimes(): Promise<void> {
  for (let look = 0; look < 5; look += 1) {
    await watch.look()
    time.pass(600)
  }
}

function newWatch(): ChainWatch {
  const { reader } = chain
  const changed: ChainReader = {
    ...reader,
    unconfirmed: (list) => (node.unconfirmed ?? reader.unconfirmed)(list),
    isReplaced: (txHash, inputs) => (node.isReplaced ?? reader.isReplaced)(txHash, inputs),
    knowsTransaction: (txHash) => (node.knowsTransaction ?? reader.knowsTransaction)(txHash),
  }
  const log = createLog({ level: 'silent' })
  return createChainWatch({ db: database.db, reader: changed, clock: time.clock, log, policy: deps.policy })
}

async function stateOf() {
  const { status } = await database.db.selectFrom('payments').select('status').executeTakeFirstOrThrow()
  const held = await database.db
    .selectFrom('game_keys')
    .select('id')
    .where('held_for', '=', order.id)
    .execute()
  const { lost_as } = await database.db.selectFrom('transfers').select('lost_as').executeTakeFirstOrThrow()
  return { status, held: held.length, lost: lost_as }
}
