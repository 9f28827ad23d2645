import { expect, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'
import { EXPECTED_SCANS } from './expected-scans.ts'
import { explainStatements } from './explain-statements.ts'
import { LARGE_TABLES } from './fill-tables.ts'
import { readStatements } from './statement-files.ts'

const written = readStatements()

test('each statement has the plan that its file says (if not: npm run sql)', async () => {
  const database = await createTestDatabase()
  const explained = await explainStatements(database.db, written)
  await database.close()
  expect(explained).toEqual(written)
})

test('a large table is read from its begin to its end only where that is meant', () => {
  const scanning = written.filter(({ plan }) =>
    plan.some((line) => LARGE_TABLES.has(/Seq Scan on (\w+)/.exec(line)?.[1] ?? '')),
  )
  const senders = new Set(scanning.map(({ sender }) => sender))
  expect([...senders].sort()).toEqual(Object.keys(EXPECTED_SCANS).sort())
})
