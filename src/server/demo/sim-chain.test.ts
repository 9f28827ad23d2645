import { beforeEach, describe, expect, test } from 'vitest'
import type { Watch } from '#server/chain/chain-reader.ts'
import { atoms } from '#shared/money.ts'
import { type ChainId } from '#shared/chains.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { testClock } from '#test/test-clock.ts'
import { attest } from '#test/attest.ts'
import { createSimChain, type SimChain } from './sim-chain.ts'

const OURS = 'our-address'
const watch: Watch = {
  few: () => Promise.resolve([OURS]),
  among: (addresses) => Promise.resolve(new Set(addresses.filter((address) => address === OURS))),
}
const toUs = (asset: string, amount = 100n) => ({
  address: OURS,
  asset,
  atoms: atoms(amount),
  isGenuine: true,
})

const database = useTestDatabase({ isFreshPerTest: true })
let time: ReturnType<typeof testClock>
beforeEach(async () => {
  time = testClock()
})

function open(chain: ChainId): SimChain {
  return createSimChain({ db: database.db, chain, clock: time.clock })
}

async function seen(chain: SimChain): Promise<readonly string[]> {
  const { height } = await chain.reader.head()
  const { transfers } = await chain.reader.scan(0, height, watch)
  return transfers.map((one) => `${one.txHash} ${one.asset} ${String(one.block?.height)}`)
}

test.each([
  ['bitcoin', 5, /^[0-9a-f]{64}$/, /^[0-9a-f]{64}$/],
  ['ethereum', 32, /^0x[0-9a-f]{64}$/, /^0x[0-9a-f]{64}$/],
  ['bsc', 3, /^0x[0-9a-f]{64}$/, /^0x[0-9a-f]{64}$/],
  ['tron', 19, /^0x[0-9a-f]{64}$/, /^[0-9a-f]{64}$/],
] as const)(
  '%s creates its first block, is final %i below its head and uses its own hash format',
  async (id, below, block, tx) => {
    const chain = open(id)
    expect(await chain.reader.head()).toMatchObject({ height: 0, at: time.clock() })
    time.pass(7)
    expect(await chain.mine(50)).toEqual({ height: 50 })
    const head = await chain.reader.head()
    expect(head).toMatchObject({ height: 50, at: time.clock() })
    expect(await chain.reader.finality(head, false)).toMatchObject({ height: 50 - below })
    expect(head.hash).toMatch(block)
    expect((await chain.reader.blockAt(49))?.hash).toBe(head.parentHash)
    expect(await chain.reader.blockAt(51)).toBeNull()
    expect((await chain.pay(toUs('USDT'))).txHash).toMatch(tx)
  },
)

test('a transfer is unconfirmed, then in the next block, and only watched addresses are reported', async () => {
  const chain = open('bitcoin')
  await chain.reader.head()
  const { txHash } = await chain.pay(toUs('BTC'))
  await chain.pay({ ...toUs('BTC'), address: 'a stranger' })
  expect(await chain.reader.unconfirmed(watch)).toEqual([
    expect.objectContaining({ txHash, asset: 'BTC', atoms: 100n, index: 0, block: null, evidence: 'output' }),
  ])
  await chain.tick()
  expect(await chain.reader.unconfirmed(watch)).toEqual([])
  const { upTo, transfers, fromHash } = await chain.reader.scan(0, 10, watch)
  expect(upTo.height).toBe(1)
  expect(fromHash).toBe((await chain.reader.blockAt(0))?.hash)
  expect(transfers).toEqual([expect.objectContaining({ txHash, block: upTo })])
  expect(await attest(chain.reader, transfers[0]!)).toMatchObject([{ says: 'agrees', blockHash: upTo.hash }])
  expect(await chain.sentTo(OURS, 'BTC')).toBe(100n)
})

test('other chains do not show unconfirmed transfers', async () => {
  expect(await open('ethereum').reader.unconfirmed(watch)).toBeNull()
})

test('a transfer of a later time is neither visible nor mined before', async () => {
  const chain = open('bitcoin')
  await chain.reader.head()
  await chain.pay({ ...toUs('BTC'), madeAt: new Date(time.clock().getTime() + 5000) })
  await chain.tick()
  expect(await chain.reader.unconfirmed(watch)).toEqual([])
  time.pass(5)
  expect(await chain.reader.unconfirmed(watch)).toHaveLength(1)
  await chain.tick()
  expect(await seen(chain)).toHaveLength(1)
})

test('a reader shows only what a reader of a real chain can see', async () => {
  const [ethereum, bsc, tron] = [open('ethereum'), open('bsc'), open('tron')]
  for (const chain of [ethereum, bsc, tron]) {
    await chain.reader.head()
    await chain.pay(toUs('USDT', 5n))
    await chain.pay({ ...toUs('USDT', 7n), isGenuine: false })
    await chain.pay({ ...toUs('SHIB', 9n), isGenuine: false })
  }
  await ethereum.pay(toUs('ETH', 20n))
  await ethereum.pay({ ...toUs('ETH', 30n), evidence: 'balance' })
  await bsc.pay(toUs('BNB', 40n))
  await tron.pay(toUs('TRX', 50n))
  const reported = async (chain: SimChain) => {
    await chain.tick()
    const { transfers } = await chain.reader.scan(0, 1, watch)
    return transfers.map((one) => `${one.asset} ${String(one.atoms)} ${String(one.index)}`).sort()
  }
  expect(await reported(ethereum)).toEqual(['ETH 20 -1', 'USDT 5 0'])
  expect(await reported(bsc)).toEqual(['USDT 5 0'])
  expect(await reported(tron)).toEqual(['USDT 5 0'])
  for (const { reader } of [ethereum, bsc, tron]) {
    const head = await reader.head()
    const expected = { balances: [5n, 0n], upTo: head.height }
    expect(await reader.tokenBalances([OURS, 'nobody'], 'USDT', head)).toEqual(expected)
    expect(await reader.tokenBalances([OURS], 'BTC', head)).toBeNull()
  }
})

test('a balance shows what visible transfers do not, at the requested block', async () => {
  const [ethereum, bsc] = [open('ethereum'), open('bsc')]
  for (const chain of [ethereum, bsc]) await chain.reader.head()
  const before = await ethereum.reader.head()
  await ethereum.pay(toUs('ETH', 20n))
  await ethereum.pay({ ...toUs('ETH', 30n), evidence: 'balance' })
  await ethereum.tick()
  const block = await ethereum.reader.head()
  const question = { address: OURS, plainInflows: atoms(20n) }
  expect(await ethereum.reader.hiddenInflows([question], block)).toEqual([
    expect.objectContaining({ asset: 'ETH', atoms: 30n, evidence: 'balance', txHash: block.hash, index: -1 }),
  ])
  expect(await ethereum.reader.hiddenInflows([{ ...question, plainInflows: atoms(0n) }], before)).toEqual([])
  await bsc.pay(toUs('BNB', 40n))
  await bsc.tick()
  expect(
    await bsc.reader.hiddenInflows([{ ...question, plainInflows: atoms(0n) }], await bsc.reader.head()),
  ).toMatchObject([{ asset: 'BNB', atoms: 40n }])
  await ethereum.reorg({ depth: 1, keep: true })
  await expect(ethereum.reader.hiddenInflows([question], block)).rejects.toThrow('is not the one asked about')
})

test('an issuer can freeze an address for a token that has a list of frozen ones', async () => {
  const chain = open('ethereum')
  const frozen = (asset: 'USDT' | 'ETH') => chain.reader.isFrozen(OURS, asset)
  expect(await frozen('USDT')).toBe(false)
  await chain.setFrozen(OURS, 'USDT', true)
  await chain.setFrozen(OURS, 'USDT', true)
  expect([await frozen('USDT'), await frozen('ETH')]).toEqual([true, null])
  expect(await open('bsc').reader.isFrozen(OURS, 'USDT')).toBeNull()
  await chain.setFrozen(OURS, 'USDT', false)
  expect(await frozen('USDT')).toBe(false)
})

test('a replacement removes the transaction that spends the same coins', async () => {
  const chain = open('bitcoin')
  await chain.reader.head()
  const first = await chain.pay(toUs('BTC'))
  const [{ inputs } = { inputs: [] as readonly string[] }] = (await chain.reader.unconfirmed(watch)) ?? []
  expect(await chain.reader.isReplaced(first.txHash, inputs)).toBe(false)
  const second = await chain.pay({ ...toUs('BTC', 90n), inputs })
  expect(await chain.reader.unconfirmed(watch)).toMatchObject([{ txHash: second.txHash, atoms: 90n }])
  expect(await chain.reader.isReplaced(first.txHash, inputs)).toBe(true)
  expect(await chain.reader.isReplaced(second.txHash, inputs)).toBe(false)
})

describe('a reorganisation', () => {
  test('replaces blocks, adds one, and keeps their transactions or drops them for good', async () => {
    const chain = open('ethereum')
    await chain.mine(10)
    const { txHash } = await chain.pay(toUs('ETH'))
    await chain.mine(3)
    const [before] = (await chain.reader.scan(0, 20, watch)).transfers
    expect(await chain.reorg({ depth: 4, keep: true })).toEqual({ height: 13 })
    const [after] = (await chain.reader.scan(0, 20, watch)).transfers
    expect(after).toMatchObject({ txHash, block: { height: before?.block?.height } })
    expect(after?.block?.hash).not.toBe(before?.block?.hash)
    expect(await attest(chain.reader, before!)).toMatchObject([{ says: 'disagrees' }])
    expect(await chain.reorg({ depth: 5, keep: false })).toEqual({ height: 14 })
    await chain.tick()
    expect(await seen(chain)).toEqual([])
    expect(await chain.sentTo(OURS, 'ETH')).toBe(0n)
    await hangsTogether(chain)
  })

  test('never replaces the first block', async () => {
    const chain = open('bsc')
    expect(await chain.reorg({ depth: 100, keep: false })).toEqual({ height: 1 })
    expect(await chain.reorg({ depth: 100, keep: false })).toEqual({ height: 2 })
    await hangsTogether(chain)
  })
})

test('the chain survives its process, and concurrent writers keep it consistent', async () => {
  const many = Array.from({ length: 4 }, () => open('bitcoin'))
  await Promise.all(many.map((chain) => chain.reader.head()))
  await Promise.all(
    many.flatMap((chain) => [
      chain.tick(),
      chain.mine(5),
      chain.reorg({ depth: 3, keep: true }),
      chain.pay(toUs('BTC')),
      chain.reader.scan(0, 3, watch).catch(() => null),
    ]),
  )
  const chain = open('bitcoin')
  await chain.tick()
  await hangsTogether(chain)
  expect(await seen(chain)).toHaveLength(4)
  expect(await open('bitcoin').reader.head()).toEqual(await chain.reader.head())
})

test('a scan beyond the head throws instead of finding nothing', async () => {
  const chain = open('tron')
  await chain.mine(3)
  await expect(chain.reader.scan(2, 5, watch)).rejects.toMatchObject({ kind: 'inconsistent' })
})

test('old blocks are deleted, except those that the shop has not read', async () => {
  const chain = open('tron')
  const { txHash } = await chain.pay(toUs('USDT'))
  const cursor = { height: 300, hash: 'x', block_at: time.clock(), watched_until: time.clock() }
  await database.db
    .insertInto('cursors')
    .values({ chain: 'tron', ...cursor, head_height: 300, finalized_height: 281 })
    .execute()
  for (let times = 0; times < 7; times += 1) await chain.mine(1000)
  expect(await chain.reader.blockAt(99)).toBeNull()
  expect(await chain.reader.blockAt(100)).not.toBeNull()
  await database.db.updateTable('cursors').set({ height: 6900 }).execute()
  await chain.mine(1000)
  expect(await chain.reader.blockAt(2999)).toBeNull()
  expect(await chain.reader.blockAt(3000)).not.toBeNull()
  await expect(chain.reader.scan(0, 10, watch)).rejects.toMatchObject({ kind: 'inconsistent' })
  const rows = await database.db.selectFrom('sim_transactions').select('tx_hash').execute()
  expect(rows).toEqual([{ tx_hash: txHash }])
})

async function hangsTogether(chain: SimChain): Promise<void> {
  const { height } = await chain.reader.head()
  for (let at = 1; at <= height; at += 1) {
    const [parent, block] = [await chain.reader.blockAt(at - 1), await chain.reader.blockAt(at)]
    expect(block?.parentHash).toBe(parent?.hash)
  }
}
