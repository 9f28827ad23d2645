import { expect, test } from 'vitest'
import { useTestDatabase } from '#test/use-test-database.ts'
import { EDITION_IDS } from '#test/editions.ts'
import { seedDemo } from './seed-demo.ts'
import { TEST_CIPHER } from '#test/installation-secret.ts'
import { readKeyRows } from '#test/insert-key.ts'

const database = useTestDatabase({ isFreshPerTest: true })

test('a demo starts with 500 marked keys of each edition, and is seeded only once', async () => {
  await seedDemo(database.db, TEST_CIPHER, EDITION_IDS)
  await seedDemo(database.db, TEST_CIPHER, EDITION_IDS)
  const keys = await readKeyRows(database.db)
  expect(keys.filter((key) => key.game_edition === 'standard')).toHaveLength(500)
  expect(keys.filter((key) => key.game_edition === 'supporter')).toHaveLength(500)
  expect(keys.every((key) => /^DEMO(-[A-HJ-NP-Z2-9]{4}){3}$/.test(key.game_key))).toBe(true)
})

test('two concurrent processes seed it once', async () => {
  await Promise.all([
    seedDemo(database.db, TEST_CIPHER, EDITION_IDS),
    seedDemo(database.db, TEST_CIPHER, EDITION_IDS),
  ])
  const keys = await database.db.selectFrom('game_keys').select('id').execute()
  expect(keys).toHaveLength(1000)
  expect(await database.db.selectFrom('users').select('email').execute()).toEqual([
    { email: 'visitor@keyhold.example' },
  ])
  expect(await database.db.selectFrom('user_roles').selectAll().execute()).toEqual([])
})
