import type { Db } from '#server/db/database.ts'
import type { AuditAction } from '#shared/audit-actions.ts'

export interface AuditEntry {
  readonly at: Date
  /** The user who acted; null: the command line, or the shop itself. */
  readonly actorId: string | null
  readonly action: AuditAction
  readonly subject: {
    readonly kind:
      | 'edition'
      | 'import'
      | 'key'
      | 'keys'
      | 'user'
      | 'payment'
      | 'orders'
      | 'person'
      | 'wallet'
      | 'recovery'
      | 'alert'
      | 'webhook'
      | 'token'
      | 'bulletin'
      | 'game'
      | 'external'
      | 'discount'
    readonly id: string
  }
  /** Never contains a key, e-mail or secret. */
  readonly facts?: Readonly<Record<string, unknown>>
}

/** Records who did what, in the transaction of the action. */
export async function recordAudit(tx: Db, ...entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return
  await tx
    .insertInto('audit')
    .values(
      entries.map(({ at, actorId, action, subject, facts = {} }) => ({
        at,
        actor_id: actorId,
        action,
        subject_kind: subject.kind,
        subject_id: subject.id,
        facts: JSON.stringify(facts),
      })),
    )
    .execute()
}
