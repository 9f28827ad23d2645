import { expect, test } from 'vitest'
import { ChainError } from '#server/chain/chain-reader.ts'
import { NodesPauseError } from '#server/chain/endpoints.ts'
import { createLog } from '#server/runtime/log.ts'
import { useTestDatabase } from '#test/use-test-database.ts'
import { testClock } from '#test/test-clock.ts'
import { createOptionalReads } from './optional-reads.ts'

const database = useTestDatabase()

test('a read that nodes refuse is stored with the time of its first refusal, pauses, and is forgotten once it works', async () => {
  const time = testClock()
  const { run } = createOptionalReads({
    db: database.db,
    reader: { chain: 'ethereum' },
    clock: time.clock,
    log: createLog({ level: 'silent' }),
  })
  const refusal = () =>
    database.db.selectFrom('chain_states').select(['refused_read', 'refused_since']).executeTakeFirst()
  let asked = 0
  const refuse = () => {
    asked += 1
    return Promise.reject(new ChainError('ethereum', 'down', 'it has no history'))
  }
  const began = time.clock()
  expect(await run('old balances', refuse)).toBe(false)
  expect(await refusal()).toEqual({
    refused_read: 'old balances: ethereum: it has no history',
    refused_since: began,
  })
  time.pass(4)
  expect(await run('old balances', refuse)).toBe(false)
  expect(asked).toBe(1)
  time.pass(2)
  expect(await run('old balances', refuse)).toBe(false)
  expect(asked).toBe(2)
  // another read is not paused by it
  expect(await run('logs', refuse)).toBe(false)
  expect(await refusal()).toEqual({
    refused_read: 'old balances: ethereum: it has no history; logs: ethereum: it has no history',
    refused_since: began,
  })
  time.pass(3600)
  for (const name of ['logs', 'old balances']) expect(await run(name, () => Promise.resolve())).toBe(true)
  expect(await refusal()).toEqual({ refused_read: null, refused_since: null })
})

test('a read that no node was asked for, since another one was refused, is tried at the next look', async () => {
  const { run } = createOptionalReads({
    db: database.db,
    reader: { chain: 'tron' },
    clock: testClock().clock,
    log: createLog({ level: 'silent' }),
  })
  let asked = 0
  const read = (error: ChainError | null) => () => {
    asked += 1
    return error === null ? Promise.resolve() : Promise.reject(error)
  }
  expect(await run('logs', read(new NodesPauseError('tron', 'down', 'no node is available')))).toBe(false)
  expect(await run('logs', read(null))).toBe(true)
  expect(asked).toBe(2)
})

test('a node on another network is no refusal, and a block that is not known yet is none', async () => {
  const { run } = createOptionalReads({
    db: database.db,
    reader: { chain: 'bsc' },
    clock: testClock().clock,
    log: createLog({ level: 'silent' }),
  })
  const failing = (kind: 'mismatch' | 'lags') => () => Promise.reject(new ChainError('bsc', kind, kind))
  await expect(run('logs', failing('mismatch'))).rejects.toMatchObject({ kind: 'mismatch' })
  expect(await run('logs', failing('lags'))).toBe(false)
  expect(
    await database.db.selectFrom('chain_states').selectAll().where('chain', '=', 'bsc').execute(),
  ).toEqual([])
})
