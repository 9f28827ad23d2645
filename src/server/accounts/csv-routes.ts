import { Readable } from 'node:stream'
import type * as z from 'zod'
import { recordAudit, type AuditEntry } from '#server/audit/record-audit.ts'
import type { DbDeps } from '#server/db/db-deps.ts'
import type { App } from '#server/http/app.ts'
import { restrictTo, type Access } from './require-access.ts'

/** A file of the back office that is sent while it is read. */
interface CsvExport<Query extends z.ZodType> {
  readonly path: string
  /** What its name begins with; the day follows. */
  readonly name: string
  /** What the call takes; nothing by default. */
  readonly query?: Query
  /** What the audit says of the export. */
  readonly audit: (query: z.output<Query>, userId: string) => Pick<AuditEntry, 'action' | 'subject' | 'facts'>
  /** With line ends. */
  readonly lines: (query: z.output<Query>) => AsyncIterable<string>
}

/** Adds the call that exports something as CSV. Each export is written to the audit. */
export function addCsvRoute<Query extends z.ZodType = z.ZodType>(
  app: App,
  { db, clock, access }: DbDeps & { readonly access: Access },
  { path, name, query, audit, lines }: CsvExport<Query>,
): void {
  const schema = query === undefined ? {} : { querystring: query }
  app.get(path, { ...restrictTo(access, 'export'), schema }, async (request, reply) => {
    const { userId } = await access.requirePermission(request, 'export')
    const [at, asked] = [clock(), request.query as z.output<Query>]
    await recordAudit(db, { at, actorId: userId, ...audit(asked, userId) })
    return reply
      .header('content-disposition', `attachment; filename="${name}-${at.toISOString().slice(0, 10)}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(lines(asked)))
  })
}
