import { beforeEach, expect, test } from 'vitest'
import type { ChainReader } from '#server/chain/chain-reader.ts'
import { createSimChain, type SimChain } from '#server/demo/sim-chain.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { testClock } from '#test/test-clock.ts'
import { readBlocks } from './read-blocks.ts'

const database = useTestDatabase()
let time: ReturnType<typeof testClock>
let chain: SimChain
beforeEach(async () => {
  for (const table of ['sim_transactions', 'sim_blocks', 'checkpoints', 'cursors'] as const)
    await database.db.deleteFrom(table).execute()
  time = testClock()
  chain = createSimChain({ db: database.db, chain: 'bsc', clock: time.clock })
  await chain.mine(12)
})

/** Reads up to the head over a reader whose first scans name another block below them. */
async function readWith(wrongScans: number) {
  const { db } = database
  const deps = { db, clock: time.clock, unseenUntil: null }
  const none = () => Promise.resolve()
  const begun = await readBlocks({ ...deps, reader: chain.reader }, null, await chain.reader.head(), none)
  await chain.mine(1)
  let scans = 0
  const scan: ChainReader['scan'] = async (from, to, watch) => {
    const scanned = await chain.reader.scan(from, to, watch)
    scans += 1
    return scans <= wrongScans ? { ...scanned, fromHash: '0xother' } : scanned
  }
  const reader = { ...chain.reader, scan }
  const head = await reader.head()
  const read = await readBlocks({ ...deps, reader }, begun?.cursor ?? null, head, none).catch(
    (error: unknown) => error,
  )
  const { height } = await db.selectFrom('cursors').select('height').executeTakeFirstOrThrow()
  return { read, scans, headHeight: head.height, height }
}

// holds I9
test('one answer that contradicts the block at the cursor is read again in the same poll', async () => {
  const { scans, headHeight, height } = await readWith(1)
  expect([scans, height]).toEqual([2, headHeight])
})

test('two of them fail the poll, and nothing is stored', async () => {
  const { read, scans, headHeight, height } = await readWith(2)
  expect(read).toMatchObject({ name: 'ChainError', kind: 'inconsistent' })
  expect([scans, height]).toEqual([2, headHeight - 1])
})
