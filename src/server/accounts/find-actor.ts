import type { Db } from '#server/db/database.ts'
import type { Role } from '#shared/permissions.ts'
import { hashSessionToken } from './hash-session-tokens.ts'

/** The user who is signed in. */
export interface Actor {
  readonly userId: string
  readonly email: string
  /** Null: signed in without a role, with the rights of a visitor. */
  readonly role: Role | null
  readonly hasSecondFactor: boolean
  readonly sessionId: string
  readonly sessionExpiresAt: Date
}

/** Finds the user of a session token, if the session is valid and the account enabled. Read on every call, so that revoked rights take effect at once. */
export async function findActor(db: Db, token: string, now: Date): Promise<Actor | null> {
  const row = await db
    .selectFrom('user_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('user_roles as r', 'r.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.two_factor_enabled', 'r.role', 's.id as session_id', 's.expires_at'])
    .where('s.token', '=', hashSessionToken(token))
    .where('s.expires_at', '>', now)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    userId: row.id,
    email: row.email,
    // the database accepts only these roles
    role: row.role as Role | null,
    hasSecondFactor: row.two_factor_enabled === true,
    sessionId: row.session_id,
    sessionExpiresAt: row.expires_at,
  }
}
