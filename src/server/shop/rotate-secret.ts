import { sql } from 'kysely'
import { recordAudit } from '#server/audit/record-audit.ts'
import { resealSecondFactors } from '#server/accounts/reseal-second-factors.ts'
import type { Db } from '#server/db/database.ts'
import { openKeyCipher } from '#server/keys/open-key-cipher.ts'
import { countKeysToReseal, resealKeys, type ResealResult } from '#server/keys/reseal-keys.ts'
import { prependSecret, readSecrets, secretIdOf, type SecretSource } from '#server/secrets/secret-file.ts'
import { resealWebhookUrls } from '#server/webhooks/reseal-webhook-urls.ts'
import type { ShopDatabase } from './shop-database.ts'

/** A process serves from the database with the secret that would be replaced. */
class ShopRunsError extends Error {
  constructor() {
    super('a shop uses this database: stop it first; nothing was changed')
    this.name = 'ShopRunsError'
  }
}

/** The outcome of {@link rotateSecret}. */
export interface RotationResult extends ResealResult {
  /** Of the secret in use now. */
  readonly secretId: string
  /** Accounts that need new recovery codes; null if the rotation had begun before. */
  readonly accounts: number | null
}

/**
 * Makes the first of the installation's secrets the current one, and seals everything with it that another one had sealed.
 * If it is the current one already, a rotation that was interrupted goes on; if none was, a new secret is put first into the
 * file. Everything but the keys changes in one transaction.
 *
 * @returns null if the first secret is the current one, nothing is left to seal, and `KEYHOLD_SECRET` can only be changed by
 * its owner.
 * @throws {ShopRunsError} if a process serves from the database.
 */
export async function rotateSecret(
  { db, secret }: Pick<ShopDatabase, 'db' | 'secret'>,
  source: SecretSource,
  now: Date,
  onProgress: (resealed: number, of: number) => void,
): Promise<RotationResult | null> {
  await requireNoShop(db)
  const next = await chooseNext(db, secret, source)
  if (next === null) return null
  const isBegun = secretIdOf(next) === secretIdOf(secret)
  const accounts = isBegun
    ? null
    : await db.transaction().execute((tx) => replaceSecret(tx, { from: secret, to: next }, source, now))
  const cipher = await openKeyCipher(db, next, source)
  const total = await countKeysToReseal(db, cipher)
  const keys = await resealKeys(db, cipher, (resealed) => {
    onProgress(resealed, total)
  })
  return { ...keys, secretId: cipher.secretId, accounts }
}

/** The secret to change to, which is the current one if keys are left to seal; null if there is no other. */
async function chooseNext(db: Db, current: Uint8Array, source: SecretSource): Promise<Uint8Array | null> {
  const [first] = await readSecrets(source)
  if (first !== undefined && secretIdOf(first) !== secretIdOf(current)) return first
  const cipher = await openKeyCipher(db, current, source)
  const { rows } = await sql`
    select from game_keys where sealed_with <> ${cipher.secretId} and sealed_with = any(${cipher.readableIds}::text[])
    limit 1`.execute(db)
  if (rows.length > 0) return current
  return source.secrets.length > 0 ? null : prependSecret(source)
}

async function replaceSecret(
  tx: Db,
  { from, to }: { readonly from: Uint8Array; readonly to: Uint8Array },
  source: SecretSource,
  now: Date,
): Promise<number> {
  // a process that starts meanwhile waits for this row, and then finds the new secret
  await tx.selectFrom('installation').select('secret_id').forUpdate().executeTakeFirstOrThrow()
  await requireNoShop(tx)
  const cipher = await openKeyCipher(tx, from, source)
  const accounts = await resealSecondFactors(tx, from, to)
  await resealWebhookUrls(tx, from, to)
  await tx
    .updateTable('installation')
    .set({ secret_id: secretIdOf(to), sealed_lookup_key: cipher.sealLookupKey(to) })
    .execute()
  await tx
    .insertInto('key_secrets')
    .values({ id: secretIdOf(to) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const subject = { kind: 'keys', id: 'secret' } as const
  const facts = { from: secretIdOf(from), to: secretIdOf(to) }
  await recordAudit(tx, { at: now, actorId: null, action: 'secret.rotate', subject, facts })
  return accounts
}

/** Every serving process listens for announcements over a connection of its own. */
export async function requireNoShop(db: Db): Promise<void> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'keyhold listener'`.execute(
    db,
  )
  if (rows.length > 0) throw new ShopRunsError()
}
