import { Readable } from 'node:stream'
import { exportAudit, listAudit } from '#server/audit/list-audit.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { AuditQuery, AuditReply } from '#shared/admin-api.ts'
import type { AccountDeps } from './account-deps.ts'
import { restrictTo } from './require-access.ts'

/** Routes that list the audit entries and export them as CSV. */
export function auditRoutes(app: App, { db, access, clock }: AccountDeps): void {
  const rule = restrictTo(access, 'audit.read')
  app.get(
    '/functions/audit',
    { ...rule, ...callOf(AuditReply, { querystring: AuditQuery }) },
    async (request) => {
      const { entries, next } = await listAudit(db, request.query)
      return { success: true as const, entries: [...entries], next }
    },
  )
  app.get(
    '/functions/export-audit',
    { ...restrictTo(access, 'export'), schema: { querystring: AuditQuery } },
    async (request, reply) => {
      const { userId } = await access.requirePermission(request, 'export')
      const subject = { kind: 'user', id: userId } as const
      await recordAudit(db, { at: clock(), actorId: userId, action: 'audit.export', subject })
      return reply
        .header(
          'content-disposition',
          `attachment; filename="audit-${clock().toISOString().slice(0, 10)}.csv"`,
        )
        .type('text/csv; charset=utf-8')
        .send(Readable.from(exportAudit(db, request.query)))
    },
  )
}
