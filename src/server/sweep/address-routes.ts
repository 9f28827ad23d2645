import { Readable } from 'node:stream'
import { restrictTo, type Access } from '#server/accounts/require-access.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { App } from '#server/http/app.ts'
import type { Clock } from '#server/runtime/clock.ts'
import { exportAddresses, type AddressExportDeps } from './export-addresses.ts'

/** Dependencies of {@link addressRoutes}. */
export interface AddressRoutesDeps extends AddressExportDeps {
  readonly clock: Clock
  readonly access: Access
}

/** The export of addresses to sweep. Each export is written to the audit. */
export function addressRoutes(app: App, deps: AddressRoutesDeps): void {
  const { db, clock, access } = deps
  app.get(
    '/functions/export-addresses',
    { ...restrictTo(access, 'export'), schema: {} },
    async (request, reply) => {
      const { userId } = await access.requirePermission(request, 'export')
      const subject = { kind: 'orders', id: 'addresses' } as const
      await recordAudit(db, { at: clock(), actorId: userId, action: 'orders.export', subject })
      return reply
        .header(
          'content-disposition',
          `attachment; filename="addresses-${clock().toISOString().slice(0, 10)}.csv"`,
        )
        .type('text/csv; charset=utf-8')
        .send(Readable.from(exportAddresses(deps)))
    },
  )
}
