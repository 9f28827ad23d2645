import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { createTestDatabase, type TestDatabase } from './database.ts'

interface TestDatabaseOptions {
  /** The most connections of its pool. */
  readonly max?: number
  /** Each test gets a database of its own, instead of the tests of a file or `describe` sharing one. */
  readonly isFreshPerTest?: boolean
}

/**
 * Creates a migrated database before the tests of a file or `describe`, and drops it after what they set up is closed.
 *
 * @returns it, for hooks and tests.
 */
export function useTestDatabase({ max = 10, isFreshPerTest = false }: TestDatabaseOptions = {}): Omit<
  TestDatabase,
  'close'
> {
  let database: TestDatabase
  const [before, after] = isFreshPerTest ? [beforeEach, afterEach] : [beforeAll, afterAll]
  before(async () => {
    database = await createTestDatabase({ max })
  })
  after(() => database.close())
  return {
    get db() {
      return database.db
    },
    get pool() {
      return database.pool
    },
    get url() {
      return database.url
    },
  }
}
