import { sql } from 'kysely'
import type * as z from 'zod'
import type { Db } from '#server/db/database.ts'
import type { PasskeysReply } from '#shared/passkey-api.ts'

/** Lists the passkeys of an account, the oldest first. */
export async function listPasskeys(
  db: Db,
  userId: string,
): Promise<z.infer<typeof PasskeysReply>['passkeys']> {
  const rows = await db
    .selectFrom('user_passkeys')
    .select(['id', 'name', 'device_type', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    isSynced: row.device_type === 'multiDevice',
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
}

/** Finds who has a passkey; null also if the account is disabled. */
export async function findPasskeyOwner(
  db: Db,
  credentialId: string,
): Promise<{ readonly userId: string; readonly email: string } | null> {
  const row = await db
    .selectFrom('user_passkeys as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['u.id', 'u.email'])
    .where('p.credential_id', '=', credentialId)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : { userId: row.id, email: row.email }
}

/** The second factors of an account that has none. */
export const NO_FACTORS = { hasAuthenticator: false, hasPasskey: false } as const

/** Finds which second factors an account has. */
export async function findFactors(db: Db, userId: string): Promise<Record<keyof typeof NO_FACTORS, boolean>> {
  return {
    hasAuthenticator: await hasAuthenticator(db, userId),
    hasPasskey: (await countPasskeys(db, userId)) > 0,
  }
}

/** Whether an account has an authenticator app as its second factor. */
export async function hasAuthenticator(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('user_second_factors')
    .select('id')
    .where('user_id', '=', userId)
    .where(sql<boolean>`verified is not false`)
    .executeTakeFirst()
  return row !== undefined
}

/** How many passkeys an account has. */
export async function countPasskeys(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('user_passkeys')
    .select((q) => q.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Removes a passkey of an account; with the last second factor, its recovery codes. @returns false if it has no such passkey. */
export async function removePasskey(tx: Db, userId: string, id: string): Promise<boolean> {
  // of two removals at the same time, the later one sees that none remains
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute()
  const removed = await tx
    .deleteFrom('user_passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  if (removed === undefined) return false
  const hasOther = (await countPasskeys(tx, userId)) > 0 || (await hasAuthenticator(tx, userId))
  if (!hasOther) await tx.deleteFrom('user_second_factors').where('user_id', '=', userId).execute()
  return true
}

/** Reads an account's recovery codes as they are stored; null if it has none. */
export async function readRecoveryCodes(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('user_second_factors')
    .select('backup_codes')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.backup_codes ?? null
}

/** Puts back what {@link readRecoveryCodes} read. */
export async function restoreRecoveryCodes(db: Db, userId: string, stored: string): Promise<void> {
  await db
    .updateTable('user_second_factors')
    .set({ backup_codes: stored })
    .where('user_id', '=', userId)
    .execute()
}
