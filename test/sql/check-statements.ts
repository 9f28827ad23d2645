import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { keyOf, readStatements, SENDING_TESTS } from './statement-files.ts'

// Every statement that a test has the shop send stands in the file of its module. `npm run sql` writes the files.

/** Where `npm run sql` collects the statements; unset, they are compared. */
const folder = process.env.KEYHOLD_STATEMENTS

const { testPath = '' } = expect.getState()
const isSending = !testPath.includes('fuzz') && SENDING_TESTS.some((path) => testPath.includes(`/${path}`))
const records = isSending ? await import('./record-statements.ts') : null

afterAll(() => {
  if (records === null) return
  const statements = records.takeRecorded()
  if (folder !== undefined) {
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(statements))
    return
  }
  const known = new Set(readStatements().map(keyOf))
  const unknown = statements.map(keyOf).filter((key) => !known.has(key))
  expect(unknown, 'statements that are not in test/sql: npm run sql').toEqual([])
})
