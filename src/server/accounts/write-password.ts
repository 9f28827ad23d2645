import type { Db } from '#server/db/database.ts'

/** scrypt with a salt of its own; 30 to 100 ms beside the event loop. */
export async function hashPassword(password: string): Promise<string> {
  // not loaded before it is needed: a shop that nobody signs in to stays small
  const crypto = await import('better-auth/crypto')
  return crypto.hashPassword(password)
}

/** Makes a hash an account's password, in place of the one it had; every session of the account ends. */
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
