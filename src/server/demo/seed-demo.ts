import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { addFreshKeys } from '#server/keys/generate-keys.ts'
import { EDITIONS } from '#shared/editions.ts'

const KEYS_PER_EDITION = 500
/** Tells a demo's key from a real one at a glance. */
const FIRST_GROUP = 'DEMO'

/** Gives the demo something to sell, once: a shop that has or had keys is left as it is. */
export async function seedDemo(db: Db): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`select pg_advisory_lock(hashtext('keyhold seed'))`.execute(one)
    try {
      const some = await one.selectFrom('game_keys').select('id').limit(1).executeTakeFirst()
      if (some !== undefined) return
      for (const edition of EDITIONS) await addFreshKeys(one, edition, KEYS_PER_EDITION, FIRST_GROUP)
    } finally {
      await sql`select pg_advisory_unlock(hashtext('keyhold seed'))`.execute(one)
    }
  })
}
