import { afterAll, beforeAll } from 'vitest'
import type { Db } from '#server/db/database.ts'
import type { App } from '#server/http/app.ts'
import {
  accountFixture,
  makePerson,
  type AccountFixture,
  type AccountFixtureOptions,
} from './account-fixture.ts'
import { useTestDatabase } from './use-test-database.ts'

/** The shop's routes of accounts, while the tests of a file run. */
interface UsedAccounts {
  readonly db: Db
  readonly app: App
  /** Makes a person whom no other test knows; with the password of the fixture. */
  person(role?: 'owner' | null): Promise<{ readonly id: string; readonly email: string }>
}

/** Opens the routes of accounts before the tests of a file, and closes them after. */
export function useAccountFixture(
  database: { readonly db: Db },
  options: AccountFixtureOptions = {},
): AccountFixture {
  let fixture: AccountFixture
  beforeAll(async () => {
    fixture = await accountFixture(database.db, options)
  })
  afterAll(() => fixture.app.close())
  return {
    get app() {
      return fixture.app
    },
    get accounts() {
      return fixture.accounts
    },
    signedIn: (role) => fixture.signedIn(role),
  }
}

/** The same on a database of its own. */
export function useAccounts(): UsedAccounts {
  const database = useTestDatabase()
  const fixture = useAccountFixture(database)
  let made = 0
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
