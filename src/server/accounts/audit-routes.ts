import { exportAudit, listAudit } from '#server/audit/list-audit.ts'
import type { App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { AuditQuery, AuditReply } from '#shared/admin-api.ts'
import type { AccountDeps } from './account-deps.ts'
import { addCsvRoute } from './csv-routes.ts'
import { restrictTo } from './require-access.ts'

/** Routes that list the audit entries and export them as CSV. */
export function auditRoutes(app: App, deps: AccountDeps): void {
  const { db, access } = deps
  const rule = restrictTo(access, 'audit.read')
  app.get(
    '/functions/audit',
    { ...rule, ...callOf(AuditReply, { querystring: AuditQuery }) },
    async (request) => {
      const { entries, next } = await listAudit(db, request.query)
      return { success: true as const, entries: [...entries], next }
    },
  )
  addCsvRoute(app, deps, {
    path: '/functions/export-audit',
    name: 'audit',
    query: AuditQuery,
    audit: (_query, userId) => ({ action: 'audit.export', subject: { kind: 'user', id: userId } }),
    lines: (query) => exportAudit(db, query),
  })
}
