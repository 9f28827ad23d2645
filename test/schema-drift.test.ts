import { expect, test } from 'vitest'
import { runTypeGenerator } from '../scripts/type-generator.ts'
import { createTestDatabase } from './database.ts'

test('the types of the tables match the migrations (if not: npm run db:types)', async () => {
  const database = await createTestDatabase()
  await expect(runTypeGenerator(database.url, 'verify')).resolves.toContain('up-to-date')
  await database.close()
})
