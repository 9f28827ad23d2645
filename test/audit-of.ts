import type { Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Audit } from '#server/db/schema.ts'

type AuditFilter = Partial<Pick<Selectable<Audit>, 'action' | 'actor_id' | 'subject_id' | 'subject_kind'>>

/** The entries of the audit, oldest first; those whose columns are so. */
export function auditOf(db: Db, is: AuditFilter = {}): Promise<Selectable<Audit>[]> {
  return db
    .selectFrom('audit')
    .selectAll()
    .where((where) => where.and(is))
    .orderBy('id')
    .execute()
}

/** The actions of these entries; those that begin so. */
export async function auditedActions(db: Db, is: AuditFilter = {}, prefix = ''): Promise<readonly string[]> {
  return (await auditOf(db, is)).map(({ action }) => action).filter((action) => action.startsWith(prefix))
}
