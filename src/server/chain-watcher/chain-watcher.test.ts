import { expect, onTestFinished, test } from 'vitest'
import { ChainError, type ChainFault, type ChainReader } from '#server/chain/chain-reader.ts'
import { createPacedSimChain } from '#server/demo/paced-sim-chain.ts'
import { createSimChain, type SimChain } from '#server/demo/sim-chain.ts'
import { createLog } from '#server/runtime/log.ts'
import { atoms } from '#shared/money.ts'
import { openShop, type Shop } from '#test/conformance/shop.ts'
import { until } from '#test/until.ts'
import { createChainWatcher, type ChainWatcher } from './chain-watcher.ts'
import { lookPauseMs } from './look-pace.ts'

interface WatchedChain {
  readonly shop: Shop
  readonly sim: SimChain
  readonly watcher: ChainWatcher
  /** When each poll began, in ms. */
  readonly polls: number[]
  /** Thrown by the next polls; null for none. */
  fault: ChainError | null
  /** What a check of the nodes finds. */
  mismatches: readonly ChainFault[]
}

/** A simulated chain that is polled as a real one. */
async function watched(): Promise<WatchedChain> {
  const shop = await openShop()
  const sim = createSimChain({ db: shop.db, chain: 'ethereum', clock: shop.clock })
  const polls: number[] = []
  const reader: ChainReader = {
    ...sim.reader,
    isSimulated: false,
    endpointCount: 2,
    check: () => Promise.resolve(chain.mismatches),
    head: async (...args) => {
      polls.push(performance.now())
      if (chain.fault !== null) throw chain.fault
      return sim.reader.head(...args)
    },
  }
  const watcher = createChainWatcher({
    db: shop.db,
    reader,
    clock: shop.clock,
    log: createLog({ level: 'silent' }),
    policy: shop.policyOver(1),
    everyMs: 3_000,
    onContested: () => undefined,
  })
  const chain: WatchedChain = { shop, sim, watcher, polls, fault: null, mismatches: [] }
  onTestFinished(async () => {
    await watcher.stop()
    await shop.close()
  })
  return chain
}

async function reasonOf({ shop }: WatchedChain): Promise<string | null | undefined> {
  const row = await shop.db
    .selectFrom('rail_states')
    .select('reason')
    .where('network', '=', 'erc20')
    .executeTakeFirst()
  return row?.reason
}

test('polls are at least a second apart, however often buyers ask for one', async () => {
  const chain = await watched()
  const startedAt = performance.now()
  await chain.watcher.start()
  for (let round = 0; round < 3; round += 1)
    await Promise.all(Array.from({ length: 20 }, () => chain.watcher.nudge(60_000)))
  // Counted from the start: what a poll does before it asks the node takes a different time in each.
  const early = chain.polls.map((at, index) => index * 1000 - (at - startedAt))
  expect(chain.polls.length).toBeGreaterThanOrEqual(4)
  expect(Math.max(...early)).toBeLessThan(20)
})

test('a node that is behind after a good poll does not close the rail, until the last good poll is too old', async () => {
  const chain = await watched()
  await chain.watcher.start()
  await until(async () => (await reasonOf(chain)) === null)
  chain.fault = new ChainError('ethereum', 'lags', 'the node does not know a block')
  await chain.watcher.nudge(60_000)
  await chain.watcher.nudge(60_000)
  expect(await reasonOf(chain)).toBeNull()
  chain.shop.pass(200)
  await chain.watcher.nudge(60_000)
  await until(async () => (await reasonOf(chain)) === 'node_lags')
  chain.fault = null
  await chain.watcher.nudge(60_000)
  await until(async () => (await reasonOf(chain)) === null)
})

test('a node that is left out is known to staff until it fits, and the chain is read meanwhile', async () => {
  const chain = await watched()
  const { shop, watcher } = chain
  const openAlerts = async () =>
    shop.db.selectFrom('alerts').select(['kind', 'subject']).where('closed_at', 'is', null).execute()
  chain.mismatches = [{ endpoint: 'ethereum node 2', kind: 'mismatch', message: 'another network' }]
  await watcher.start()
  expect(await openAlerts()).toEqual([{ kind: 'node-left-out', subject: 'ethereum' }])
  await until(async () => (await reasonOf(chain)) === null)
  chain.mismatches = []
  shop.pass(301)
  await watcher.nudge(60_000)
  expect(await openAlerts()).toEqual([])
})

test('a simulated chain with a transaction is polled until it is deep, and no other one', async () => {
  const shop = await openShop()
  const polls = { tron: 0, bsc: 0 }
  const watched = (['tron', 'bsc'] as const).map((chain) => {
    const sim = createPacedSimChain(createSimChain({ db: shop.db, chain, clock: shop.clock }))
    const head: ChainReader['head'] = (atLeast) => {
      polls[chain] += 1
      return sim.reader.head(atLeast)
    }
    const watcher = createChainWatcher({
      db: shop.db,
      reader: { ...sim.reader, head },
      clock: shop.clock,
      log: createLog({ level: 'silent' }),
      policy: shop.policyOver(1),
      everyMs: 20,
      onContested: () => undefined,
    })
    return { sim, watcher }
  })
  onTestFinished(async () => {
    await Promise.all(watched.map(({ watcher }) => watcher.stop()))
    await shop.close()
  })
  for (const { sim, watcher } of watched) {
    sim.start()
    await watcher.start()
  }
  expect(polls).toEqual({ tron: 1, bsc: 1 })
  const [{ sim, watcher }] = watched as [(typeof watched)[number]]
  // to nobody's order, as a refund or money on a network that the order is not for
  await sim.pay({ address: 'a buyer', asset: 'USDT', atoms: atoms(5n), isGenuine: true })
  void watcher.nudge(0)
  const isMined = async () => {
    const rows = await shop.db.selectFrom('sim_transactions').select('block_height').execute()
    return rows.every((row) => row.block_height !== null)
  }
  await until(isMined, { what: 'mined by the polls' })
  expect(polls.tron).toBeGreaterThan(5)
  await sim.mine(64)
  expect(await sim.reader.awaitsBlocks?.()).toBe(false)
  expect(polls.bsc).toBe(1)
})

test('a chain is polled often while an order waits, and seldom otherwise', async () => {
  const chain = await watched()
  const { db, clock } = chain.shop
  const pause = () => lookPauseMs(db, 'ethereum', 3_000, clock())
  expect(await pause()).toBeGreaterThanOrEqual(15_000)
  expect(await pause()).toBeLessThanOrEqual(30_000)
  await chain.shop.readyAddresses(chain.sim.reader)
  await chain.shop.order('erc20')
  expect(await pause()).toBe(3_000)
  expect(await lookPauseMs(db, 'bsc', 3_000, clock())).toBeGreaterThanOrEqual(15_000)
})
