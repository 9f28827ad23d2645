import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deriveAddress } from '#server/chain/addresses/derive-address.ts'
import type { Xpub } from '#server/chain/addresses/parse-xpub.ts'
import { ChainError, type ChainReader } from '#server/chain/chain-reader.ts'
import { createListener } from '#server/db/listener.ts'
import { createLog } from '#server/runtime/log.ts'
import { auditOf } from '#test/audit-of.ts'
import { useAddressPool } from '#test/address-pool-fixture.ts'
import { faultyReader } from '#test/conformance/faulty-reader.ts'
import { ownersWallet } from '#test/sweep-fixture.ts'
import { until } from '#test/until.ts'
import { distrustAddressPool, fillAddressPool } from './fill-address-pool.ts'
import { NoAddressError, readNextIndexes, requestAddresses, takeAddress } from './take-address.ts'

const pool = useAddressPool()
const { database, xpub, fill, take, pay } = pool
/** Of a shop that was set up with another one earlier. */
const { xpub: other } = ownersWallet("m/44'/60'/7'", 'evm')
const fillOf = (one: Xpub, size: number) =>
  fillAddressPool(
    { db: database.db, clock: pool.time.clock, xpub: one, readers: [pool.ethereum.reader] },
    { size, recheckBefore: new Date(0) },
  )

test('addresses that any chain of the wallet has seen are skipped and reported', async () => {
  await pay(pool.ethereum, 0)
  await pay(pool.bsc, 2)
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
  expect(await auditOf(database.db, { action: 'addresses.skip' })).toMatchObject([
    { subject_id: xpub.fingerprint, facts: { from: 0, to: 2, count: 2 } },
  ])
})

test('a long row of used addresses is passed in one go', async () => {
  for (let index = 0; index < 45; index++) await pay(pool.ethereum, index)
  await fill()
  expect((await take()).index).toBe(45)
})

test('a chain whose nodes do not answer has no addresses, and the others of the wallet do', async () => {
  const { reader, faults } = faultyReader(pool.ethereum.reader)
  await faults.goDown()
  const { failures, offeredOn } = await fill([reader, pool.bsc.reader])
  expect(failures).toMatchObject([{ chain: 'ethereum' }])
  expect([...offeredOn]).toEqual(['bsc'])
  await expect(take('ethereum')).rejects.toThrow(NoAddressError)
  expect((await take('bsc')).index).toBe(0)
  await faults.repair()
  await pay(pool.ethereum, 1)
  await fill([reader, pool.bsc.reader])
  expect((await take('ethereum')).index).toBe(2)
})

test('only addresses that a chain was asked about are unused there', async () => {
  let calls = 0
  const usedAddresses: ChainReader['usedAddresses'] = (addresses) =>
    calls++ === 0
      ? pool.ethereum.reader.usedAddresses(addresses)
      : Promise.reject(new ChainError('ethereum', 'down', 'no answer'))
  const { failures } = await fill([{ ...pool.ethereum.reader, usedAddresses }], 25)
  expect([calls, failures.length]).toEqual([2, 1])
  const rows = await database.db
    .selectFrom('address_pool')
    .select(['derivation_index', 'unused_on', 'checked_at'])
    .orderBy('derivation_index')
    .execute()
  expect(rows.map((row) => [row.unused_on, row.checked_at !== null])).toEqual([
    ...Array.from({ length: 10 }, () => [['ethereum'], true]),
    ...Array.from({ length: 15 }, () => [[], false]),
  ])
})

/** A full pool whose first address was used since, and the chain's reader, whose nodes do not answer when all is to be asked again. */
async function downWhenAskedAgain() {
  await fill()
  await pay(pool.ethereum, 0)
  pool.time.pass(3600)
  const faulty = faultyReader(pool.ethereum.reader)
  await faulty.faults.goDown()
  return { ...faulty, before: pool.time.clock() }
}

test('addresses that have waited are checked again', async () => {
  const { reader, faults, before } = await downWhenAskedAgain()
  // what no node answered is still to be checked
  await fill([reader], 5, before)
  await faults.repair()
  await fill([reader], 5, before)
  expect((await take()).index).toBe(1)
})

test('of a chain that does not answer when it is asked again, nothing is offered until it does', async () => {
  const { reader, faults, before } = await downWhenAskedAgain()
  const { offeredOn } = await fill([reader, pool.bsc.reader], 5, before)
  expect([...offeredOn]).toEqual(['bsc'])
  await expect(take('ethereum')).rejects.toThrow(NoAddressError)
  await faults.repair()
  await fill([reader, pool.bsc.reader], 5, before)
  expect((await take('ethereum')).index).toBe(1)
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

test('an extended public key has a pool of its own, whatever another one of the same chains has', async () => {
  await fillOf(other, 3)
  const kept = await rowsOf(other)
  await pay(pool.ethereum, 0)
  await fillOf(xpub, 2)
  expect(await rowsOf(other)).toEqual(kept)
  const taken = [await take(), await take()]
  expect(taken).toEqual([1, 2].map((index) => ({ index, address: deriveAddress(xpub, index) })))
  await expect(take()).rejects.toThrow(NoAddressError)
  expect([...(await fillOf(xpub, 0)).offeredOn]).toEqual([])
  expect(await readNextIndexes(database.db)).toEqual(
    new Map([
      [xpub.fingerprint, 3],
      [other.fingerprint, 0],
    ]),
  )
})

test('a process that was away has all addresses checked again, but those that only simulated chains use', async () => {
  await fillOf(other, 3)
  await fillOf(xpub, 3)
  const kept = await rowsOf(other)
  await distrustAddressPool(database.db, [other.fingerprint])
  expect(await rowsOf(other)).toEqual(kept)
  expect(await rowsOf(xpub)).toMatchObject(
    Array.from({ length: 3 }, () => ({ unused_on: [], checked_at: null })),
  )
  // which is done by the pool that they are of
  expect([...(await fillOf(other, 3)).offeredOn]).toEqual(['ethereum'])
  await expect(take()).rejects.toThrow(NoAddressError)
})

test('an address that an order takes while its chains are asked is not skipped as well', async () => {
  await fill([pool.bsc.reader])
  await pay(pool.ethereum, 0)
  await pay(pool.ethereum, 1)
  const taken: number[] = []
  const usedAddresses: ChainReader['usedAddresses'] = async (addresses) => {
    if (taken.length === 0) taken.push((await take('bsc')).index)
    return pool.ethereum.reader.usedAddresses(addresses)
  }
  const { skipped } = await fill([{ ...pool.ethereum.reader, usedAddresses }])
  expect([taken, skipped.map(({ index }) => index)]).toEqual([[0], [1]])
  expect((await take('bsc')).index).toBe(2)
})

test('indexes are known before one of them is offered, and none is reserved while a recovery is open', async () => {
  const known: number[] = []
  const onReserved = async () => void known.push((await rowsOf(xpub)).filter(isOffered).length)
  const deps = {
    db: database.db,
    clock: pool.time.clock,
    xpub,
    readers: [pool.ethereum.reader],
    onReserved,
  }
  const options = { size: 4, recheckBefore: new Date(0) }
  await fillAddressPool(deps, options)
  expect(known).toEqual([0])
  expect((await rowsOf(xpub)).filter(isOffered)).toHaveLength(4)
  const open = { started_at: new Date(0), cause: 'restored', lost_since: new Date(0) } as const
  await database.db
    .insertInto('recoveries')
    .values({ ...open, previous_database_id: randomUUID() })
    .execute()
  await fillAddressPool(deps, { ...options, size: 9 })
  expect(await rowsOf(xpub)).toHaveLength(4)
  const done = pool.time.clock()
  await database.db
    .updateTable('recoveries')
    .set({ addresses_done_at: done, keys_done_at: done, finished_at: done })
    .execute()
  await fillAddressPool(deps, { ...options, size: 9 })
  expect(await rowsOf(xpub)).toHaveLength(9)
})

test('a fault of the program is no answer of a chain', async () => {
  const usedAddresses = () => Promise.reject(new RangeError('a fault'))
  await expect(fill([{ ...pool.ethereum.reader, usedAddresses }])).rejects.toThrow('a fault')
})

test('orders announce that addresses are taken, one order of eight', async () => {
  await fill(undefined, 18)
  const listener = createListener({ url: database.url, log: createLog({ level: 'silent' }) })
  const topics: string[] = []
  listener.subscribe({ announced: (topic) => void topics.push(topic), rereadAll: () => undefined })
  await listener.start()
  try {
    for (let index = 0; index < 18; index++) await take()
    await requestAddresses(database.db, xpub.fingerprint)
    const last = `addresses:none:${xpub.fingerprint}`
    await until(() => topics.includes(last), { what: 'the announcement of an order that waits' })
    expect(topics).toEqual([...Array.from({ length: 3 }, () => `addresses:taken:${xpub.fingerprint}`), last])
  } finally {
    await listener.stop()
  }
})

const rowsOf = ({ fingerprint }: Xpub) =>
  database.db
    .selectFrom('address_pool')
    .selectAll()
    .where('wallet_fingerprint', '=', fingerprint)
    .orderBy('derivation_index')
    .execute()

const isOffered = ({ unused_on: chains }: { readonly unused_on: readonly string[] }) => chains.length > 0
