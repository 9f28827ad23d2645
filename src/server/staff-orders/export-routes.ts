import { Readable } from 'node:stream'
import { restrictTo } from '#server/accounts/require-access.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { App } from '#server/http/app.ts'
import { ExportFilter } from '#shared/orders-api.ts'
import { exportOrders } from './export-orders.ts'
import type { StaffOrdersDeps } from './staff-orders-deps.ts'

/** The export of orders. Each export is written to the audit. */
export function orderExportRoutes(app: App, { db, clock, access }: StaffOrdersDeps): void {
  const rule = restrictTo(access, 'export')
  const auditExport = async (request: Parameters<typeof access.requirePermission>[0], facts: object) => {
    const { userId } = await access.requirePermission(request, 'export')
    const { what, ...rest } = { what: '', ...facts }
    const subject = { kind: 'orders', id: what } as const
    await recordAudit(db, { at: clock(), actorId: userId, action: 'orders.export', subject, facts: rest })
  }
  const named = (what: string) => `attachment; filename="${what}-${clock().toISOString().slice(0, 10)}.csv"`
  app.get(
    '/functions/export-orders',
    { ...rule, schema: { querystring: ExportFilter } },
    async (request, reply) => {
      // the search text may be an e-mail, so it is not stored
      const { q, ...filter } = request.query
      await auditExport(request, { what: 'orders', ...filter, isSearch: q !== '' })
      return reply
        .header('content-disposition', named('orders'))
        .type('text/csv; charset=utf-8')
        .send(Readable.from(exportOrders(db, request.query)))
    },
  )
}
