import { sql } from 'kysely'
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
  /** In which the user last used the back office; null if it is not known. */
  readonly language: string | null
  readonly sessionId: string
  readonly sessionExpiresAt: Date
  /** When the session ends, however often it is renewed. */
  readonly sessionEndsAt: Date
  /** When the user last gave the password or a passkey in this session, signing in included. */
  readonly confirmedAt: Date
  /** The same without signing in; null if the user has not. */
  readonly lastConfirmation: Date | null
  /** Whether the session is the one that may do without a second factor where one is required. */
  readonly isGraceSession: boolean
}

/** A session ends after this time, however active it is. */
const SESSION_MAX_MS = 12 * 3600_000

/** Finds the user of a session token, if the session is valid and the account enabled. Read on every call, so that revoked rights take effect at once. */
export async function findActor(db: Db, token: string, now: Date): Promise<Actor | null> {
  const row = await db
    .selectFrom('user_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('user_roles as r', 'r.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.two_factor_enabled', 'u.grace_session', 'u.language', 'r.role'])
    .select(['s.id as session_id', 's.expires_at', 's.created_at', 's.confirmed_at'])
    .where('s.token', '=', hashSessionToken(token))
    .where('s.expires_at', '>', now)
    .where('s.created_at', '>', new Date(now.getTime() - SESSION_MAX_MS))
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    userId: row.id,
    email: row.email,
    // the database accepts only these roles
    role: row.role as Role | null,
    hasSecondFactor: row.two_factor_enabled === true,
    language: row.language,
    sessionId: row.session_id,
    sessionExpiresAt: row.expires_at,
    sessionEndsAt: new Date(row.created_at.getTime() + SESSION_MAX_MS),
    confirmedAt: row.confirmed_at ?? row.created_at,
    lastConfirmation: row.confirmed_at,
    isGraceSession: row.grace_session === row.session_id,
  }
}

/** Finds the user of a sign-in that waits for its second factor. */
export async function findPendingUser(db: Db, pendingId: string): Promise<string | null> {
  const row = await db
    .selectFrom('user_verifications as v')
    .innerJoin('users as u', (join) => join.on(sql`u.id::text`, '=', sql.ref('v.value')))
    .select('u.id')
    .where('v.identifier', '=', pendingId)
    .executeTakeFirst()
  return row?.id ?? null
}
