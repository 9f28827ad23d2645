import { sql } from 'kysely'
import { beforeAll, beforeEach, expect } from 'vitest'
import { retireListRoutes } from '#server/keys/retire-list-routes.ts'
import { keyRoutes } from '#server/keys/routes.ts'
import type { KeyPageEdges, KeyRow, Pagination } from '#shared/admin-api.ts'
import { makePerson, openBrowser, type AccountFixture, type Browser } from './account-fixture.ts'
import type { TestDatabase } from './database.ts'
import { keyRow } from './insert-key.ts'
import { insertPayment } from './insert-payment.ts'
import { useAccountFixture } from './use-accounts.ts'
import { useTestDatabase } from './use-test-database.ts'

export const KEYS_URL = '/functions/manage-game-keys'
/** When keys are inserted. */
export const NOW = new Date('2026-11-20T12:00:00Z')

const VISITORS = ['owner', 'manager', 'support', 'viewer', 'none'] as const
export type Visitor = (typeof VISITORS)[number]

interface Page {
  readonly keys: readonly KeyRow[]
  readonly pagination: Pagination
  readonly edges: KeyPageEdges
}

/** The routes of keys, with a browser of each role, and one of an account without any. */
interface UsedKeyRoutes {
  readonly database: Pick<TestDatabase, 'db'>
  readonly fixture: AccountFixture
  readonly browsers: Readonly<Record<Visitor, Browser>>
  list(words: string, as?: Visitor): Promise<Page>
  /** Adds a key and returns its id; assigns it to a buyer if one is given. */
  insertKey(text: string, options?: { buyer?: string; edition?: string }): Promise<string>
}

/** Opens the routes of keys for the tests of a file; each begins without any key. */
export function useKeyRoutes(): UsedKeyRoutes {
  const database = useTestDatabase()
  const browsers = {} as Record<Visitor, Browser>
  const fixture = useAccountFixture(database, {
    addRoutes: (app, deps) => {
      keyRoutes(app, deps)
      retireListRoutes(app, deps)
    },
  })
  beforeAll(async () => {
    for (const role of VISITORS) {
      await makePerson(database.db, `${role}@example.com`, role === 'none' ? null : role)
      browsers[role] = openBrowser(fixture.app)
      await browsers[role].signIn(`${role}@example.com`)
    }
  })
  beforeEach(async () => {
    await sql`truncate game_keys, payments, wallets cascade`.execute(database.db)
  })
  return {
    database,
    fixture,
    browsers,
    async list(words, as = 'owner') {
      const reply = await browsers[as].ask('GET', `${KEYS_URL}?action=list&${words}`)
      expect(reply.statusCode).toBe(200)
      return reply.json()
    },
    async insertKey(text, { buyer, edition = 'standard' } = {}) {
      const { id } = await database.db
        .insertInto('game_keys')
        .values({ ...keyRow(text, edition), created_at: NOW })
        .returning('id')
        .executeTakeFirstOrThrow()
      if (buyer === undefined) return id
      const paid = { status: 'confirmed', confirmed_at: NOW, delivered_at: NOW }
      const payment_id = await insertPayment(database.db, { ...paid, user_email: buyer, edition })
      await database.db
        .updateTable('game_keys')
        .set({ payment_id, line_no: 1, quantity: 1, handed_at: NOW })
        .where('id', '=', id)
        .execute()
      return id
    },
  }
}

export function shown(page: Page): readonly string[] {
  return page.keys.map((key) => key.game_key)
}
