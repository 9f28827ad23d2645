import type { Db } from '#server/db/database.ts'

/** Hashes a password with scrypt and a random salt; takes 30 to 100 ms off the event loop. */
export async function hashPassword(password: string): Promise<string> {
  // loaded on first use, to save memory in a shop that nobody signs in to
  const crypto = await import('better-auth/crypto')
  return crypto.hashPassword(password)
}

/** Stores a password hash in place of the old one and ends all sessions of the account. */
export async function writePassword(tx: Db, userId: string, hash: string, now: Date): Promise<void> {
  await tx
    .insertInto('user_credentials')
    .values({
      account_id: userId,
      provider_id: 'credential',
      user_id: userId,
      password: hash,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password: hash, updated_at: now }),
    )
    .execute()
  await tx.deleteFrom('user_sessions').where('user_id', '=', userId).execute()
}
