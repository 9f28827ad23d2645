import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { PASSWORD_LINK_LIFE_S } from '#shared/constants.ts'

/**
 * Creates the token of a one-time link to set a password; earlier links of the account become invalid. Only its hash is stored.
 *
 * @returns 43 characters of base64url: 256 bits.
 */
export async function createPasswordLink(tx: Db, userId: string, now: Date): Promise<string> {
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

/** Finds the e-mail of a valid link's account; only {@link redeemPasswordLink} decides. */
export async function findPasswordLink(db: Db, token: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('password_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select('u.email')
    .where('l.token_hash', '=', hashOf(token))
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', now)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst()
  return row?.email ?? null
}

/** Redeems a link and returns its account, or null if the link is unknown, used or expired, or the account disabled. Of two concurrent calls one succeeds. */
export async function redeemPasswordLink(tx: Db, token: string, now: Date): Promise<string | null> {
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

/** The path of the link, to be appended to the public URL. What is behind `#` is in no log and no Referer header. */
export function passwordLinkPath(token: string): string {
  return `/sign-in#token=${token}`
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
