import type { Db } from '#server/db/database.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { Role } from '#shared/permissions.ts'
import { createPasswordLink } from './password-links.ts'
import { hashPassword, writePassword } from './write-password.ts'

export type AccountCreation =
  | { readonly kind: 'created'; readonly userId: string; readonly linkToken: string | null }
  | { readonly kind: 'email-taken' }

export interface NewAccount {
  readonly email: string
  readonly role: Role | null
  /** 12 to 128 characters; null: create a one-time link to set one. */
  readonly password: string | null
  /** The user who creates it; null: the command line. */
  readonly actorId: string | null
}

/** Creates an account with its role and its password, or a link to set one, in one transaction. */
export async function createAccount(db: Db, account: NewAccount, now: Date): Promise<AccountCreation> {
  const { role, password, actorId } = account
  const hash = password === null ? null : await hashPassword(password)
  return db.transaction().execute(async (tx) => {
    const user = await tx
      .insertInto('users')
      .values({ email: account.email.toLowerCase(), created_at: now, updated_at: now })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (user === undefined) return { kind: 'email-taken' } as const
    if (role !== null)
      await tx.insertInto('user_roles').values({ user_id: user.id, role, granted_at: now }).execute()
    if (hash !== null) await writePassword(tx, user.id, hash, now)
    const linkToken = hash === null ? await createPasswordLink(tx, user.id, now) : null
    await recordAudit(tx, {
      at: now,
      actorId,
      action: 'account.create',
      subject: { kind: 'user', id: user.id },
      facts: { role, byLink: linkToken !== null },
    })
    return { kind: 'created', userId: user.id, linkToken } as const
  })
}
