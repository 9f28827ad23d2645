import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#test/database.ts'

test('int8 and numeric are read as bigint, times as Date', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const { rows } = await sql`
    select ${2n ** 200n}::numeric(78, 0) as huge, count(*) as eight, array[1, null, 2]::numeric[] as list,
      '2025-10-18 23:59:59Z'::timestamptz as at, 7 as four
  `.execute(database.db)
  expect(rows).toEqual([
    { huge: 2n ** 200n, eight: 1n, list: [1n, null, 2n], at: new Date('2025-10-18T23:59:59Z'), four: 7 },
  ])
})

test('a database can be closed repeatedly', async () => {
  const database = await createTestDatabase()
  await Promise.all([database.close(), database.close()])
})
