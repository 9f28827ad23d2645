import { sql } from 'kysely'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Db } from '#server/db/database.ts'
import { announce } from '#server/live/announce.ts'
import { countQuarantined } from '#server/recovery/quarantined-keys.ts'
import { completePart, lockOpenRecovery } from '#server/recovery/recoveries.ts'
import { readSecrets, secretIdOf, writeSecretOnce, type SecretSource } from '#server/secrets/secret-file.ts'
import { requireNoShop } from './rotate-secret.ts'

/** What is lost with a secret that nobody has any more. */
export interface LostWithSecret {
  /** Of the secret that the database refers to. */
  readonly secretId: string
  /** Unsold keys that cannot be read, by edition. */
  readonly unsold: readonly { readonly edition: string; readonly keys: number }[]
  /** Orders whose keys were handed out, cannot be read, and were not mailed yet. */
  readonly unmailed: readonly string[]
  /** Accounts whose authenticator app and recovery codes are removed. */
  readonly accounts: number
}

/** The secret that the database refers to is not lost. */
class SecretKnownError extends Error {
  constructor() {
    super('the secret of this installation is there: nothing is lost; to replace it, use "secret rotate"')
    this.name = 'SecretKnownError'
  }
}

/**
 * Finds what would be lost.
 *
 * @throws {SecretKnownError} if the secret is among those of `source`, or still in the database.
 */
export async function findLostWithSecret(db: Db, source: SecretSource): Promise<LostWithSecret> {
  const { secret, secret_id: secretId } = await db
    .selectFrom('installation')
    .select(['secret', 'secret_id'])
    .executeTakeFirstOrThrow()
  const readable = (await readSecrets(source)).map(secretIdOf)
  if (secret !== null || secretId === null || readable.includes(secretId)) throw new SecretKnownError()
  const isLost = sql`sealed_with is not null and sealed_with <> all (${readable}::text[])`
  const unsold = await sql<{ edition: string; keys: bigint }>`
    select game_edition as edition, count(*) as keys from game_keys
    where ${isLost} and ${UNSOLD} group by 1 order by 1`.execute(db)
  const unmailed = await sql<{ id: string }>`
    select distinct m.payment_id::text as id from mails m join game_keys k on k.payment_id = m.payment_id
    where m.template = 'keys' and m.sent_at is null and k.retired_at is null and ${isLost} order by 1`.execute(
    db,
  )
  const { accounts } = await db
    .selectFrom('user_second_factors')
    .select((q) => q.fn.countAll<bigint>().as('accounts'))
    .executeTakeFirstOrThrow()
  return {
    secretId,
    unsold: unsold.rows.map(({ edition, keys }) => ({ edition, keys: Number(keys) })),
    unmailed: unmailed.rows.map(({ id }) => id),
    accounts: Number(accounts),
  }
}

/** Those that a restore has set aside are among them. */
const UNSOLD = sql`payment_id is null and (retired_at is null or quarantined_at is not null)`

/**
 * Gives up the secret that the database refers to, in one transaction: unsold keys that it sealed are retired, second factors
 * and sessions end, and the first secret of `source`, or a new one, takes its place. Orders, invoices and refunds stay; links
 * of orders go on working.
 *
 * @returns the id of the new secret.
 * @throws {SecretKnownError} if it is not lost.
 * @throws {ShopRunsError} if a process serves from the database.
 */
export async function abandonSecret(db: Db, source: SecretSource, now: Date): Promise<string> {
  await findLostWithSecret(db, source)
  const known = await readSecrets(source)
  // on the disk before the database refers to it
  const [next] = known.length > 0 ? known : await writeSecretOnce(source)
  if (next === undefined) throw new Error('expected a secret to be there once it is written')
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('installation').select('secret_id').forUpdate().executeTakeFirstOrThrow()
    await requireNoShop(tx)
    const lost = await findLostWithSecret(tx, source)
    const readable = known.map(secretIdOf)
    await replace(tx, next, readable, now)
    await retireUnreadable(tx, readable, now)
    const facts = {
      from: lost.secretId,
      to: secretIdOf(next),
      keys: lost.unsold.reduce((sum, { keys }) => sum + keys, 0),
    }
    const subject = { kind: 'keys', id: 'secret' } as const
    await recordAudit(tx, { at: now, actorId: null, action: 'secret.abandon', subject, facts })
    await announce(tx, 'keys')
  })
  return secretIdOf(next)
}

async function replace(tx: Db, next: Uint8Array, readable: readonly string[], now: Date): Promise<void> {
  const id = secretIdOf(next)
  await sql`
    update key_secrets set abandoned_at = ${now}, is_lost = true
    where id <> all (${[...readable, id]}::text[])`.execute(tx)
  await tx.updateTable('installation').set({ secret_id: id, sealed_lookup_key: null }).execute()
  await tx
    .insertInto('key_secrets')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // what was sealed for people; passkeys were not, and accounts with one still have a second factor
  await tx.deleteFrom('user_second_factors').execute()
  // trusted devices and open challenges, not links to set a password
  await sql`delete from user_verifications where value in (select id::text from users)`.execute(tx)
  await tx.deleteFrom('user_sessions').execute()
  await tx.updateTable('users').set({ grace_session: null }).execute()
}

async function retireUnreadable(tx: Db, readable: readonly string[], now: Date): Promise<void> {
  await sql`
    update game_keys set retired_at = coalesce(retired_at, ${now}), quarantined_at = null, held_for = null,
      held_until = null
    where sealed_with is not null and sealed_with <> all (${[...readable]}::text[]) and ${UNSOLD}`.execute(tx)
  const recovery = await lockOpenRecovery(tx)
  if (recovery !== null && recovery.keys_done_at === null && (await countQuarantined(tx)).length === 0)
    await completePart(tx, recovery, 'keys_done_at', now)
}
