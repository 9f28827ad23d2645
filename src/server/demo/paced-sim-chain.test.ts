import { beforeEach, expect, test } from 'vitest'
import type { Block } from '#server/chain/chain-reader.ts'
import { atoms } from '#shared/money.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { testClock } from '#test/test-clock.ts'
import { faultySimChain, openDemoFaults, type DemoFaults } from './demo-faults.ts'
import { createPacedSimChain, type PacedSimChain } from './paced-sim-chain.ts'
import { createSimChain } from './sim-chain.ts'

const OURS = { address: 'our-address', asset: 'BTC', atoms: atoms(100n), isGenuine: true } as const

const database = useTestDatabase({ isFreshPerTest: true })
let time: ReturnType<typeof testClock>
let faults: DemoFaults
let chain: PacedSimChain
/** The clock of the machine, which the demo does not move. */
let machineMs: number
beforeEach(async () => {
  const { db } = database
  time = testClock()
  faults = await openDemoFaults(db)
  machineMs = 5_000
  const sim = createSimChain({ db, chain: 'bitcoin', clock: time.clock })
  chain = createPacedSimChain(faultySimChain(sim, faults, db), () => machineMs)
  await chain.mine(10)
  chain.start()
})

function pass(seconds: number): void {
  machineMs += seconds * 1000
  time.pass(seconds)
}

async function blocksAbove(height: number): Promise<readonly Block[]> {
  const rows = database.db.selectFrom('sim_blocks').selectAll().where('chain', '=', 'bitcoin')
  return (await rows.where('height', '>', height).orderBy('height').execute()).map(
    ({ height: at, parent_hash: parentHash, ...row }) => ({ ...row, height: at, parentHash }),
  )
}

const heightOf = (txHash: string) =>
  database.db
    .selectFrom('sim_transactions')
    .select('block_height')
    .where('tx_hash', '=', txHash)
    .executeTakeFirstOrThrow()

test('a chain that nobody reads writes nothing; a reader finds a block for each second, each at its own time', async () => {
  const before = await chain.reader.head()
  expect(before.height).toBe(9)
  pass(27.4)
  expect(await blocksAbove(9)).toEqual([])
  const head = await chain.reader.head()
  const blocks = await blocksAbove(9)
  expect(head).toMatchObject({ height: 36, at: new Date(before.at.getTime() + 27_000) })
  expect(blocks.map(({ at }) => at.getTime() - before.at.getTime())).toEqual(
    Array.from({ length: 27 }, (_, index) => (index + 1) * 1000),
  )
  const hashes = [before.hash, ...blocks.map((block) => block.hash)]
  expect(blocks.map((block) => block.parentHash)).toEqual(hashes.slice(0, -1))
  expect((await chain.reader.head()).height).toBe(36)
  // the part of a second that was over is not lost
  pass(0.6)
  expect((await chain.reader.head()).height).toBe(37)
})

test('a transaction is in the first block after it was made, however late that block is read', async () => {
  pass(10.5)
  const { txHash } = await chain.pay(OURS)
  const later = await chain.pay({ ...OURS, madeAt: new Date(time.clock().getTime() + 5000) })
  expect((await chain.reader.head()).height).toBe(19)
  expect(await heightOf(txHash)).toEqual({ block_height: null })
  pass(2)
  expect((await chain.reader.head()).height).toBe(21)
  expect([await heightOf(txHash), await heightOf(later.txHash)]).toEqual([
    { block_height: 20 },
    { block_height: null },
  ])
  pass(20)
  await chain.reader.head()
  expect(await heightOf(later.txHash)).toEqual({ block_height: 25 })
})

test('a chain that is changed has its missing blocks first, and no block is older than its parent', async () => {
  pass(5)
  expect(await chain.mine(3)).toEqual({ height: 17 })
  pass(2)
  expect(await chain.reorg({ depth: 1, keep: true })).toEqual({ height: 20 })
  pass(3)
  // the demo's clock moves forward by a day, the machine's does not
  time.pass(86_400)
  await chain.tick()
  expect(await chain.reader.head()).toMatchObject({ height: 24, at: time.clock() })
  pass(1)
  expect(await chain.reader.head()).toMatchObject({ height: 25, at: time.clock() })
  const times = (await blocksAbove(-1)).map(({ at }) => at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

test('after a long sleep it goes on without the blocks of the sleep', async () => {
  pass(3600)
  expect(await chain.reader.head()).toMatchObject({ height: 129, at: time.clock() })
  pass(1)
  expect((await chain.reader.head()).height).toBe(130)
})

test('it has no blocks while it is stopped, nor for the time that a fault stops them', async () => {
  chain.stop()
  pass(30)
  expect((await chain.reader.head()).height).toBe(9)
  chain.start()
  pass(1)
  expect((await chain.reader.head()).height).toBe(10)
  faults.set('bitcoin', 'no_blocks')
  pass(30)
  expect((await chain.reader.head()).height).toBe(10)
  faults.set('bitcoin', null)
  pass(2)
  expect((await chain.reader.head()).height).toBe(12)
  // a node that is down does not stop the chain
  faults.set('bitcoin', 'errors')
  pass(4)
  await expect(chain.reader.head()).rejects.toThrow('the node answers with an error')
  faults.set('bitcoin', null)
  expect((await chain.reader.head()).height).toBe(16)
})

test('it awaits blocks until its transactions are deep enough for any order', async () => {
  const awaits = () => chain.reader.awaitsBlocks?.()
  expect(await awaits()).toBe(false)
  await chain.pay({ ...OURS, madeAt: new Date(time.clock().getTime() + 60_000) })
  expect(await awaits()).toBe(false)
  const { txHash } = await chain.pay(OURS)
  expect(await awaits()).toBe(true)
  pass(1)
  const { height } = await chain.reader.head()
  expect(await heightOf(txHash)).toEqual({ block_height: height })
  expect(await awaits()).toBe(true)
  await chain.mine(63)
  expect(await awaits()).toBe(true)
  await chain.mine(1)
  expect(await awaits()).toBe(false)
})

test('the reader has a second node as soon as a transfer was invented', async () => {
  expect(chain.reader.endpointCount).toBe(1)
  faults.noteInvented('bitcoin')
  expect(chain.reader.endpointCount).toBe(2)
})
