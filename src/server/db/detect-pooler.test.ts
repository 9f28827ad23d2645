import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { startTransactionPooler } from '#test/nodes/transaction-pooler.ts'
import { isTransactionPooled } from './detect-pooler.ts'

test('a direct connection to PostgreSQL is not a pooler', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  expect(await isTransactionPooled(database.url)).toBe(false)
})

test('a pooler in transaction mode is detected, though single queries work through it', async () => {
  const database = await createTestDatabase()
  const pooler = await startTransactionPooler(database.url)
  onTestFinished(async () => {
    await pooler.close()
    await database.close()
  })
  const client = new pg.Client({ connectionString: pooler.url })
  await client.connect()
  expect((await client.query('select $1::int as n', [7])).rows).toEqual([{ n: 7 }])
  await client.end()
  expect(await isTransactionPooled(pooler.url)).toBe(true)
})
