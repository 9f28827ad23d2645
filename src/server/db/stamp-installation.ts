import { readSecrets, secretIdOf, writeSecretOnce, type SecretSource } from '#server/secrets/secret-file.ts'
import type { Wallet } from '#shared/chains.ts'
import type { Db } from './database.ts'
import { settleSecret } from './settle-secret.ts'

/** What a database is stamped with when a shop first starts on it. */
export interface Stamp {
  readonly profile: 'demo' | 'production'
  /** The extended public keys in use, by fingerprint. */
  readonly wallets: readonly { readonly wallet: Wallet; readonly fingerprint: string }[]
}

/** The database belongs to the other profile: demo keys must never be sold, real ones never given away. */
class ForeignProfileError extends Error {
  constructor(stamped: string, profile: string) {
    super(
      `this database belongs to a ${stamped} shop and KEYHOLD_PROFILE is ${profile}; ` +
        'give each profile a database of its own (DATABASE_URL, or KEYHOLD_DATA for the embedded one)',
    )
    this.name = 'ForeignProfileError'
  }
}

/** An extended public key was used for another wallet before, or is used for two now: their addresses would mix. */
class SharedXpubError extends Error {
  constructor(wallet: string, other: string) {
    super(`the xpub of ${wallet} is also the one of ${other}; export an account of its own for each`)
    this.name = 'SharedXpubError'
  }
}

/**
 * Stamps a database the first time, and refuses the wrong one later.
 *
 * @returns the installation's 32 secret bytes, which the database does not hold.
 */
export async function stampInstallation(
  db: Db,
  { profile, wallets }: Stamp,
  source: SecretSource,
): Promise<Uint8Array> {
  await insertStamp(db, profile, source)
  return db.transaction().execute(async (tx) => {
    const stamp = await tx
      .selectFrom('installation')
      .select(['profile', 'secret', 'secret_id'])
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (stamp.profile !== profile) throw new ForeignProfileError(stamp.profile, profile)
    const secret = await settleSecret(tx, stamp, source)
    await tx
      .insertInto('key_secrets')
      .values({ id: secretIdOf(secret) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    for (const one of wallets) await stampWallet(tx, one)
    return secret
  })
}

/** The secret is on the disk before the database refers to it. */
async function insertStamp(db: Db, profile: Stamp['profile'], source: SecretSource): Promise<void> {
  if ((await db.selectFrom('installation').select('profile').executeTakeFirst()) !== undefined) return
  const known = await readSecrets(source)
  const [secret] = known.length > 0 ? known : await writeSecretOnce(source)
  if (secret === undefined) throw new Error('expected a secret to be there once it is written')
  await db
    .insertInto('installation')
    .values({ profile, secret_id: secretIdOf(secret) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function stampWallet(db: Db, { wallet, fingerprint }: Stamp['wallets'][number]): Promise<void> {
  await db
    .insertInto('wallets')
    .values({ fingerprint, wallet })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const known = await db
    .selectFrom('wallets')
    .select('wallet')
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirstOrThrow()
  if (known.wallet !== wallet) throw new SharedXpubError(wallet, known.wallet)
}
