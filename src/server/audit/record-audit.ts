import type { Db } from '#server/db/database.ts'

/** Every audited action, grouped by subject. */
export type AuditAction =
  | 'access.refused'
  | 'account.create'
  | 'alert.close'
  | 'account.disable'
  | 'account.enable'
  | 'account.reset'
  | 'audit.export'
  | 'bulletin.delete'
  | 'bulletin.resume'
  | 'bulletin.save'
  | 'bulletin.start'
  | 'bulletin.stop'
  | 'bulletin.test'
  | 'code.failed'
  | 'password.failed'
  | 'password.set'
  | 'role.set'
  | 'role.self-grant'
  | 'second-factor.off'
  | 'second-factor.on'
  | 'session.revoke'
  | 'sign-in'
  | 'sign-in.failed'
  | 'addresses.skip'
  | 'keys.delete'
  | 'keys.export'
  | 'keys.generate'
  | 'keys.import'
  | 'keys.replace'
  | 'keys.retire'
  | 'keys.reveal'
  | 'keys.show'
  | 'order.accept'
  | 'order.claim'
  | 'order.note'
  | 'order.refund-due'
  | 'order.resend'
  | 'orders.export'
  | 'person.erase'
  | 'person.export'
  | 'recovery.start'
  | 'recovery.addresses'
  | 'recovery.finish'
  | 'recovery.keys-release'
  | 'recovery.keys-retire'
  | 'refund.record'
  | 'refund.withdraw'
  | 'secret.rotate'
  | 'token.create'
  | 'token.revoke'
  | 'webhook.create'
  | 'webhook.delete'
  | 'webhook.pause'
  | 'webhook.redeliver'
  | 'webhook.resume'
  | 'webhook.rotate'
  | 'webhook.test'

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
