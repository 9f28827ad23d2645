import type { Db } from '#server/db/database.ts'

/** Everything that is written down, by what it is about. */
export const AUDIT_ACTIONS = [
  'account.create',
  'account.disable',
  'account.enable',
  'account.reset',
  'password.set',
  'role.set',
  'role.self-grant',
  'second-factor.off',
  'second-factor.on',
  'session.revoke',
  'sign-in',
  'keys.delete',
  'keys.export',
  'keys.generate',
  'keys.import',
  'keys.retire',
  'keys.reveal',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export interface AuditEntry {
  readonly at: Date
  /** Null: the command line, or the shop itself. */
  readonly actorId: string | null
  readonly action: AuditAction
  readonly subject: { readonly kind: 'edition' | 'import' | 'key' | 'keys' | 'user'; readonly id: string }
  /** No key, e-mail or secret. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Writes down who did what, in the transaction that does it. */
export async function recordAudit(tx: Db, entry: AuditEntry): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      at: entry.at,
      actor_id: entry.actorId,
      action: entry.action,
      subject_kind: entry.subject.kind,
      subject_id: entry.subject.id,
      facts: JSON.stringify(entry.facts ?? {}),
    })
    .execute()
}
