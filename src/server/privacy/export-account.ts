import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** An account of the back office, without its secrets: password and second factor. */
export interface ExportedAccount {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: string | null
  readonly createdAt: string
  readonly disabledAt: string | null
  readonly hasSecondFactor: boolean
  /** Without their public keys. */
  readonly passkeys: readonly {
    readonly name: string
    readonly createdAt: string
    readonly lastUsedAt: string | null
  }[]
  readonly sessions: readonly {
    readonly createdAt: string
    readonly expiresAt: string
    readonly ipAddress: string | null
    readonly userAgent: string | null
  }[]
  readonly deeds: readonly { readonly at: string; readonly action: string }[]
}

/** Exports the account with an e-mail; null if there is none. Audit entries: action and time, without the subject. */
export async function exportAccount(tx: Db, email: string): Promise<ExportedAccount | null> {
  const user = await tx
    .selectFrom('users as u')
    .leftJoin('user_roles as r', 'r.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.name', 'r.role', 'u.created_at', 'u.disabled_at', 'u.two_factor_enabled'])
    .where('u.email', '=', sql<string>`lower(${email})`)
    .executeTakeFirst()
  if (user === undefined) return null
  const sessions = await tx
    .selectFrom('user_sessions')
    .select(['created_at', 'expires_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute()
  const passkeys = await tx
    .selectFrom('user_passkeys')
    .select(['name', 'created_at', 'last_used_at'])
    .where('user_id', '=', user.id)
    .orderBy('created_at')
    .execute()
  const auditEntries = await tx
    .selectFrom('audit')
    .select(['at', 'action'])
    .where('actor_id', '=', user.id)
    .orderBy('id')
    .execute()
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    createdAt: user.created_at.toISOString(),
    disabledAt: user.disabled_at?.toISOString() ?? null,
    hasSecondFactor: user.two_factor_enabled === true,
    passkeys: passkeys.map((one) => ({
      name: one.name,
      createdAt: one.created_at.toISOString(),
      lastUsedAt: one.last_used_at?.toISOString() ?? null,
    })),
    sessions: sessions.map((one) => ({
      createdAt: one.created_at.toISOString(),
      expiresAt: one.expires_at.toISOString(),
      ipAddress: one.ip_address,
      userAgent: one.user_agent,
    })),
    deeds: auditEntries.map(({ at, action }) => ({ at: at.toISOString(), action })),
  }
}
