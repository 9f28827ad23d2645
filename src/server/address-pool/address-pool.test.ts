import { networksAll } from '#shared/address-form.ts'
import { beforeEach, expect, test } from 'vitest'
import { DEMO_XPUBS } from '#server/chain/addresses/demo-xpubs.ts'
import { deriveAddress } from '#server/chain/addresses/derive-address.ts'
import { parseXpub } from '#server/chain/addresses/parse-xpub.ts'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { openDatabase } from '#server/db/database.ts'
import { createListener } from '#server/db/listener.ts'
import { createSimChain, type SimChain } from '#server/demo/sim-chain.ts'
import { createLog } from '#server/runtime/log.ts'
import { atoms } from '#shared/money.ts'
import type { ChainId } from '#shared/chains.ts'
import { faultyReader } from '#test/conformance/faulty-reader.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { forgetOrders } from '#test/order-fixture.ts'
import { testClock } from '#test/test-clock.ts'
import { until } from '#test/until.ts'
import { createAddressPoolWorker } from './address-pool-worker.ts'
import { createAddressQueue } from './address-queue.ts'
import { fillAddressPool } from './fill-address-pool.ts'
import { NoAddressError, takeAddress } from './take-address.ts'

const database = useTestDatabase()
let time: ReturnType<typeof testClock>
let ethereum: SimChain
let bsc: SimChain
beforeEach(async () => {
  await forgetOrders(database.db)
  time = testClock()
  ethereum = createSimChain({ db: database.db, chain: 'ethereum', clock: time.clock })
  bsc = createSimChain({ db: database.db, chain: 'bsc', clock: time.clock })
  await database.db.deleteFrom('sim_transactions').execute()
})

const parsed = parseXpub(DEMO_XPUBS.evm, { wallet: 'evm', outputNetworks: networksAll('regtest') })
if (parsed.kind !== 'xpub') throw new Error(parsed.message)
const { xpub } = parsed
const NEVER = new Date(0)

const fill = (readers = [ethereum.reader, bsc.reader], size = 5, recheckBefore = NEVER) =>
  fillAddressPool({ db: database.db, clock: time.clock, xpub, readers }, { size, recheckBefore })

const take = (chain: ChainId = 'ethereum') =>
  database.db.transaction().execute((tx) => takeAddress(tx, xpub.fingerprint, chain))

const needed = () => ({ fingerprint: xpub.fingerprint, chain: 'ethereum', now: time.clock() }) as const

const pay = (chain: SimChain, index: number) =>
  chain.pay({ address: deriveAddress(xpub, index), asset: 'USDT', atoms: atoms(1n), isGenuine: true })

test('addresses that any chain of the wallet has seen are skipped and reported', async () => {
  await pay(ethereum, 0)
  await pay(bsc, 2)
  const { skipped } = await fill()
  expect(skipped).toMatchObject([
    { index: 0, chain: 'ethereum' },
    { index: 2, chain: 'bsc' },
  ])
  expect([(await take()).index, (await take('bsc')).index, (await take()).index]).toEqual([1, 3, 4])
  const kept = await database.db.selectFrom('used_addresses').selectAll().execute()
  expect(kept.map((row) => [row.derivation_index, row.chain])).toEqual([
    [0, 'ethereum'],
    [2, 'bsc'],
  ])
  const audit = await database.db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'addresses.skip')
    .execute()
  expect(audit).toMatchObject([{ subject_id: xpub.fingerprint, facts: { from: 0, to: 2, count: 2 } }])
})

test('a long row of used addresses is passed in one go', async () => {
  for (let index = 0; index < 45; index++) await pay(ethereum, index)
  await fill()
  expect((await take()).index).toBe(45)
})

test('a chain whose nodes do not answer has no addresses, and the others of the wallet do', async () => {
  const { reader, faults } = faultyReader(ethereum.reader)
  await faults.goDown()
  const { failures, offeredOn } = await fill([reader, bsc.reader])
  expect(failures).toMatchObject([{ chain: 'ethereum' }])
  expect([...offeredOn]).toEqual(['bsc'])
  await expect(take('ethereum')).rejects.toThrow(NoAddressError)
  expect((await take('bsc')).index).toBe(0)
  await faults.repair()
  await pay(ethereum, 1)
  await fill([reader, bsc.reader])
  expect((await take('ethereum')).index).toBe(2)
})

test('addresses that have waited are checked again', async () => {
  await fill()
  await pay(ethereum, 0)
  time.pass(3600)
  await fill(undefined, 5, time.clock())
  expect((await take()).index).toBe(1)
})

// holds I10
test('concurrent orders get different addresses, and a rollback returns its own', async () => {
  await fill(undefined, 10)
  const failing = database.db.transaction().execute(async (tx) => {
    await takeAddress(tx, xpub.fingerprint, 'bsc')
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  const taken = await Promise.all(Array.from({ length: 10 }, () => take()))
  expect(new Set(taken.map(({ address }) => address)).size).toBe(10)
  expect(taken.map(({ index }) => index).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

test('the worker fills the pool at its start, and again while orders take addresses', async () => {
  await whileWorking([ethereum.reader, bsc.reader], async () => {
    for (let index = 0; index < 60; index++) {
      await until(async () => (await countReady()) > 0, { what: 'an address to offer' })
      expect((await take()).index).toBe(index)
    }
  })
})

test('more orders at once than the pool has addresses all get one', async () => {
  await whileWorking([ethereum.reader, bsc.reader], async () => {
    const orders = 45
    let made = 0
    const { promise: allMade, resolve } = Promise.withResolvers<null>()
    const queue = createAddressQueue(database.db)
    // none is committed before every one has its address
    const make = (attempts = 20): Promise<number> =>
      queue
        .run(needed(), () =>
          connections.db.transaction().execute(async (tx) => {
            const { index } = await takeAddress(tx, xpub.fingerprint, 'ethereum')
            made += 1
            if (made === orders) resolve(null)
            await allMade
            return index
          }),
        )
        .catch((error: unknown) => {
          if (error instanceof NoAddressError && attempts > 0) return make(attempts - 1)
          throw error
        })
    const connections = openDatabase(database.url, { max: orders })
    try {
      const indexes = await Promise.all(Array.from({ length: orders }, () => make()))
      expect(new Set(indexes).size).toBe(orders)
    } finally {
      resolve(null)
      await connections.close()
    }
  })
})

test('orders that wait get addresses in the order in which they came, and a later one waits behind them', async () => {
  // another order has just got an address, so that these wait long
  await fill(undefined, 1)
  await take()
  await insertPayment(database.db, { wallet_fingerprint: xpub.fingerprint, created_at: time.clock() })
  const queue = createAddressQueue(database.db)
  const made: string[] = []
  let refused = 0
  const make = async (name: string) => {
    await queue.run(needed(), () =>
      take().catch((error: unknown) => {
        refused += 1
        throw error
      }),
    )
    made.push(name)
  }
  const orders: Promise<void>[] = []
  for (const name of ['first', 'second', 'third']) orders.push(make(name))
  // an order that looks for the first time after the next address was offered would not have to wait
  await until(() => refused === 3, { what: 'three orders that wait' })
  const isMade = (count: number) => until(() => made.length === count, { what: `order ${String(count)}` })
  for (const count of [1, 2]) {
    await fill(undefined, 1)
    await isMade(count)
  }
  orders.push(make('fourth'))
  await fill(undefined, 2)
  await Promise.all(orders)
  expect(made.slice(0, 2)).toEqual(['first', 'second'])
  expect(new Set(made.slice(2))).toEqual(new Set(['third', 'fourth']))
})

test.each([
  { chains: 'simulated', isSimulated: true, first: 0 },
  { chains: 'real', isSimulated: false, first: 1 },
])('a start on $chains chains offers index $first if index 0 was paid meanwhile', async (given) => {
  await fill([ethereum.reader])
  await pay(ethereum, 0)
  await whileWorking([{ ...ethereum.reader, isSimulated: given.isSimulated }], async () => {
    await until(async () => (await countReady()) > 0, { what: 'an address to offer' })
    expect((await take()).index).toBe(given.first)
  })
})

async function whileWorking(readers: readonly ChainReader[], work: () => Promise<void>): Promise<void> {
  const log = createLog({ level: 'silent' })
  const listener = createListener({ url: database.url, log })
  const worker = createAddressPoolWorker({
    db: database.db,
    clock: time.clock,
    log,
    listener,
    wallets: { bitcoin: null, litecoin: null, evm: xpub, tron: null },
    readers,
  })
  await listener.start()
  await worker.start()
  try {
    await work()
  } finally {
    await worker.stop()
    await listener.stop()
  }
}

async function countReady(): Promise<number> {
  const rows = await database.db.selectFrom('address_pool').select('unused_on').execute()
  return rows.filter(({ unused_on: chains }) => chains.includes('ethereum')).length
}
