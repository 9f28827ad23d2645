import type { AuditAction } from '#shared/audit-actions.ts'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { Db } from '#server/db/database.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Person } from '#shared/admin-api.ts'
import type { Role } from '#shared/permissions.ts'
import { createPasswordLink } from './password-links.ts'
import { writePassword } from './write-password.ts'

export type PersonChange =
  | { readonly kind: 'done' }
  | { readonly kind: 'not-found' }
  /** No one who may manage people would remain. */
  | { readonly kind: 'last-owner' }

/** Who makes a change and when; a null actor is the command line. */
interface ChangeAuthor {
  readonly actorId: string | null
  readonly now: Date
}

/** Lists all accounts, also disabled ones, by e-mail. */
export async function listPeople(db: Db): Promise<readonly z.infer<typeof Person>[]> {
  const { rows } = await sql<{
    id: string
    email: string
    role: Role | null
    disabled_at: Date | null
    two_factor_enabled: boolean | null
    has_password: boolean
    created_at: Date
    last_sign_in_at: Date | null
  }>`
    select u.id, u.email, r.role, u.disabled_at, u.two_factor_enabled, u.created_at,
      exists (select from user_credentials c where c.user_id = u.id and c.password is not null) as has_password,
      (select a.at from audit a where a.actor_id = u.id and a.action = 'sign-in' order by a.id desc limit 1) as last_sign_in_at
    from users u left join user_roles r on r.user_id = u.id order by u.email`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    role: row.role,
    isDisabled: row.disabled_at !== null,
    hasSecondFactor: row.two_factor_enabled === true,
    hasPassword: row.has_password,
    createdAt: row.created_at.toISOString(),
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
  }))
}

/** Sets the role of a person; null removes it. */
export function setRole(db: Db, userId: string, role: Role | null, by: ChangeAuthor): Promise<PersonChange> {
  return updatePerson(
    db,
    userId,
    { ...by, action: 'role.set', facts: { role }, losesOwner: role !== 'owner' },
    async (tx) => {
      await tx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
      if (role !== null) {
        await tx.insertInto('user_roles').values({ user_id: userId, role, granted_at: by.now }).execute()
      }
    },
  )
}

/** Disables an account and ends its sessions, or enables it again. */
export function setDisabled(
  db: Db,
  userId: string,
  isDisabled: boolean,
  by: ChangeAuthor,
): Promise<PersonChange> {
  const action = isDisabled ? 'account.disable' : 'account.enable'
  return updatePerson(db, userId, { ...by, action, facts: {}, losesOwner: isDisabled }, async (tx) => {
    await tx
      .updateTable('users')
      .set({ disabled_at: isDisabled ? by.now : null, updated_at: by.now })
      .where('id', '=', userId)
      .execute()
    if (isDisabled) await tx.deleteFrom('user_sessions').where('user_id', '=', userId).execute()
  })
}

/**
 * Removes an account's password, second factors (passkeys among them) and sessions, and sets a new password or creates a link to set one.
 *
 * @param hash of the new password; null to create a link.
 */
export async function resetAccount(
  db: Db,
  userId: string,
  hash: string | null,
  by: ChangeAuthor,
): Promise<PersonChange & { readonly linkToken?: string }> {
  let linkToken: string | undefined
  const outcome = await updatePerson(
    db,
    userId,
    { ...by, action: 'account.reset', facts: { byLink: hash === null }, losesOwner: false },
    async (tx) => {
      await tx.deleteFrom('user_credentials').where('user_id', '=', userId).execute()
      await tx.deleteFrom('user_passkeys').where('user_id', '=', userId).execute()
      await tx.deleteFrom('user_second_factors').where('user_id', '=', userId).execute()
      await tx.deleteFrom('user_sessions').where('user_id', '=', userId).execute()
      // trusted devices and open challenges
      await tx.deleteFrom('user_verifications').where('value', '=', userId).execute()
      await tx
        .updateTable('users')
        .set({ two_factor_enabled: false, grace_session: null })
        .where('id', '=', userId)
        .execute()
      if (hash === null) linkToken = await createPasswordLink(tx, userId, by.now)
      else await writePassword(tx, userId, hash, by.now)
    },
  )
  return linkToken === undefined ? outcome : { ...outcome, linkToken }
}

interface PersonUpdate extends ChangeAuthor {
  readonly action: AuditAction
  readonly facts: Readonly<Record<string, unknown>>
  /** Whether an owner would lose that role. */
  readonly losesOwner: boolean
}

async function updatePerson(
  db: Db,
  userId: string,
  { actorId, now, action, facts, losesOwner }: PersonUpdate,
  work: (tx: Db) => Promise<void>,
): Promise<PersonChange> {
  return db.transaction().execute(async (tx) => {
    // serializes two owners who demote each other at the same time
    await sql`select pg_advisory_xact_lock(hashtext('keyhold people'))`.execute(tx)
    const user = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
    if (user === undefined) return { kind: 'not-found' } as const
    if (losesOwner && (await isLastOwner(tx, userId))) return { kind: 'last-owner' } as const
    await work(tx)
    await recordAudit(tx, { at: now, actorId, action, subject: { kind: 'user', id: userId }, facts })
    return { kind: 'done' } as const
  })
}

async function isLastOwner(tx: Db, userId: string): Promise<boolean> {
  const owners = await tx
    .selectFrom('user_roles as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select('r.user_id')
    .where('r.role', '=', 'owner')
    .where('u.disabled_at', 'is', null)
    .execute()
  return owners.length === 1 && owners[0]?.user_id === userId
}
