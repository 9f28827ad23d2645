import { sql } from 'kysely'
import { createAccount } from '#server/accounts/create-account.ts'
import { systemClock } from '#server/runtime/clock.ts'
import type { Db } from '#server/db/database.ts'
import { addNewKeys } from '#server/keys/generate-keys.ts'
import { DEMO_EMAIL, DEMO_PASSWORD } from '#shared/demo-account.ts'
import type { KeyCipher } from '#server/secrets/key-cipher.ts'
import type { EditionId } from '#shared/editions.ts'

const KEYS_PER_EDITION = 500
/** Marks the keys of a demo. */
const FIRST_GROUP = 'DEMO'

/** Adds keys and an account to a new demo; does nothing in a shop that has or had keys. */
export async function seedDemo(db: Db, cipher: KeyCipher, editions: readonly EditionId[]): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`select pg_advisory_lock(hashtext('keyhold seed'))`.execute(one)
    try {
      await seedVisitor(one)
      const some = await one.selectFrom('game_keys').select('id').limit(1).executeTakeFirst()
      if (some !== undefined) return
      for (const edition of editions) await addNewKeys(one, cipher, edition, KEYS_PER_EDITION, FIRST_GROUP)
    } finally {
      await sql`select pg_advisory_unlock(hashtext('keyhold seed'))`.execute(one)
    }
  })
}

/** Creates the account that the demo's sign-in page shows, without a role until someone grants it one. */
async function seedVisitor(db: Db): Promise<void> {
  const known = await db.selectFrom('users').select('id').where('email', '=', DEMO_EMAIL).executeTakeFirst()
  if (known !== undefined) return
  const account = { email: DEMO_EMAIL, password: DEMO_PASSWORD, role: null, actorId: null }
  await createAccount(db, account, systemClock())
}
