import { expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { createListener } from '#server/db/listener.ts'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { createLog } from '#server/runtime/log.ts'
import { useAddressPool } from '#test/address-pool-fixture.ts'
import { insertPayment } from '#test/insert-payment.ts'
import { until } from '#test/until.ts'
import { createAddressPoolWorker } from './address-pool-worker.ts'
import { createAddressQueue } from './address-queue.ts'
import { NoAddressError, takeAddress } from './take-address.ts'

const pool = useAddressPool()
const { database, xpub, fill, take, pay } = pool

const needed = () => ({ fingerprint: xpub.fingerprint, chain: 'ethereum', now: pool.time.clock() }) as const

test('the worker fills the pool at its start, and again while orders take addresses', async () => {
  await whileWorking([pool.ethereum.reader, pool.bsc.reader], async () => {
    for (let index = 0; index < 60; index++) {
      await until(async () => (await countReady()) > 0, { what: 'an address to offer' })
      expect((await take()).index).toBe(index)
    }
  })
})

test('more orders at once than the pool has addresses all get one', async () => {
  await whileWorking([pool.ethereum.reader, pool.bsc.reader], async () => {
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
  await insertPayment(database.db, { wallet_fingerprint: xpub.fingerprint, created_at: pool.time.clock() })
  let aside = 0
  const queue = createAddressQueue(database.db, async (wait) => {
    aside += 1
    return wait().finally(() => {
      aside -= 1
    })
  })
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
  await until(() => refused === 3 && aside === 3, { what: 'three orders that wait, and hold no place' })
  const isMade = (count: number) => until(() => made.length === count, { what: `order ${String(count)}` })
  for (const count of [1, 2]) {
    await fill(undefined, 1)
    await isMade(count)
  }
  orders.push(make('fourth'))
  await fill(undefined, 2)
  await Promise.all(orders)
  expect(made.slice(0, 2)).toEqual(['first', 'second'])
  expect(aside).toBe(0)
  expect(new Set(made.slice(2))).toEqual(new Set(['third', 'fourth']))
})

test.each([
  { chains: 'simulated', isSimulated: true, first: 0 },
  { chains: 'real', isSimulated: false, first: 1 },
])('a start on $chains chains offers index $first if index 0 was paid meanwhile', async (given) => {
  await fill([pool.ethereum.reader])
  await pay(pool.ethereum, 0)
  await whileWorking([{ ...pool.ethereum.reader, isSimulated: given.isSimulated }], async () => {
    await until(async () => (await countReady()) > 0, { what: 'an address to offer' })
    expect((await take()).index).toBe(given.first)
  })
})

async function whileWorking(readers: readonly ChainReader[], work: () => Promise<void>): Promise<void> {
  const log = createLog({ level: 'silent' })
  const listener = createListener({ url: database.url, log })
  const worker = createAddressPoolWorker({
    db: database.db,
    clock: pool.time.clock,
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
