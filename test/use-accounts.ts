import { afterAll, beforeAll } from 'vitest'
import type { Db } from '#server/db/database.ts'
import type { App } from '#server/http/app.ts'
import { accountFixture, makePerson, type AccountFixture } from './account-fixture.ts'
import { useTestDatabase } from './use-test-database.ts'

/** The shop's routes of accounts, while the tests of a file run. */
interface UsedAccounts {
  readonly db: Db
  readonly app: App
  /** Makes a person whom no other test knows; with the password of the fixture. */
  person(role?: 'owner' | null): Promise<{ readonly id: string; readonly email: string }>
}

/** Opens the routes of accounts on a database of their own before the tests of a file, and closes both after them. */
export function useAccounts(): UsedAccounts {
  const database = useTestDatabase()
  let fixture: AccountFixture
  let made = 0
  beforeAll(async () => {
    fixture = await accountFixture(database.db)
  })
  afterAll(() => fixture.app.close())
  return {
    get db() {
      return database.db
    },
    get app() {
      return fixture.app
    },
    async person(role = 'owner') {
      made += 1
      const email = `person${String(made)}@example.com`
      return { email, id: await makePerson(database.db, email, role) }
    },
  }
}
