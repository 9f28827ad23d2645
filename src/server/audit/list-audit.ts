import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { AuditEntryRow, AuditQuery } from '#shared/admin-api.ts'
import { csvLine } from '#shared/csv.ts'

/** Lists one page of the audit entries, newest first. */
export async function listAudit(
  db: Db,
  { before, limit, action, actor, subject }: AuditQuery,
): Promise<{ readonly entries: readonly AuditEntryRow[]; readonly next: string | null }> {
  const conditions = [
    ...(before === undefined ? [] : [sql`a.id < ${before}::bigint`]),
    // 'keys' also matches 'keys.generate' and the other actions of that group
    ...(action === '' ? [] : [sql`(a.action = ${action} or a.action like ${`${escapeLike(action)}.%`})`]),
    ...(actor === '' ? [] : [sql`u.email like ${`${escapeLike(actor.toLowerCase())}%`}`]),
    ...(subject === '' ? [] : [sql`a.subject_id = ${subject}`]),
  ]
  const { rows } = await sql<{
    id: bigint
    at: Date
    actor_id: string | null
    email: string | null
    action: string
    subject_kind: string
    subject_id: string
    subject_email: string | null
    facts: Record<string, unknown>
  }>`
    select a.id, a.at, a.actor_id, u.email, a.action, a.subject_kind, a.subject_id, s.email as subject_email, a.facts
    from audit a left join users u on u.id = a.actor_id
      left join users s on a.subject_kind = 'user' and s.id::text = a.subject_id
    where ${conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)}
    order by a.id desc limit ${limit + 1}`.execute(db)
  const entries = rows.slice(0, limit).map((row) => ({
    id: String(row.id),
    at: row.at.toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, email: row.email ?? '' },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id, email: row.subject_email },
    facts: row.facts,
  }))
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null }
}

const EXPORT_BATCH = 1000

/** Yields the audit entries as CSV, newest first, one line with its line break at a time. */
export async function* exportAudit(
  db: Db,
  query: Omit<AuditQuery, 'before' | 'limit'>,
): AsyncGenerator<string> {
  yield `${csvLine(['id', 'at', 'actor', 'action', 'subject_kind', 'subject', 'facts'])}\n`
  let before: string | undefined
  for (;;) {
    const page = await listAudit(db, {
      ...query,
      limit: EXPORT_BATCH,
      ...(before === undefined ? {} : { before }),
    })
    for (const { id, at, actor, action, subject, facts } of page.entries) {
      const who = actor?.email ?? null
      yield `${csvLine([id, at, who, action, subject.kind, subject.email ?? subject.id, JSON.stringify(facts)])}\n`
    }
    if (page.next === null) return
    before = page.next
  }
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
