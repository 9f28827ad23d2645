import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { PASSWORD_LINK_LIFE_S } from '#shared/constants.ts'

/**
 * Makes a one-time link's token to set a password with; earlier ones of the account end. Only its hash is stored.
 *
 * @returns 43 characters of base64url: 256 bits.
 */
export async function makePasswordLink(tx: Db, userId: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.deleteFrom('password_links').where('user_id', '=', userId).execute()
  await tx
    .insertInto('password_links')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      expires_at: new Date(now.getTime() + PASSWORD_LINK_LIFE_S * 1000),
    })
    .execute()
  return token
}

/** Spends a link: the account it is for, or null where it is unknown, spent, too old, or its account disabled. Two at once: one of them. */
export async function spendPasswordLink(tx: Db, token: string, now: Date): Promise<string | null> {
  const spent = await tx
    .updateTable('password_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('user_id', 'in', tx.selectFrom('users').select('id').where('disabled_at', 'is', null))
    .returning('user_id')
    .executeTakeFirst()
  return spent?.user_id ?? null
}

/** The link's path, to stand behind the public URL. */
export function passwordLinkPath(token: string): string {
  return `/sign-in?token=${token}`
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
