import { Readable } from 'node:stream'
import { restrictTo } from '#server/accounts/require-access.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import type { App } from '#server/http/app.ts'
import { ExportKeysQuery } from '#shared/admin-api.ts'
import { exportKeys } from './export-keys.ts'
import type { KeyDeps } from './routes.ts'

/** The export of keys as a file. Each export is written to the audit. */
export function exportRoutes(app: App, { db, keyCipher, clock, access }: KeyDeps): void {
  app.get(
    '/functions/export-keys',
    { ...restrictTo(access, 'export'), schema: { querystring: ExportKeysQuery } },
    async (request, reply) => {
      const { userId } = await access.requirePermission(request, 'export')
      const { edition, status, q } = request.query
      const at = clock()
      await recordAudit(db, {
        at,
        actorId: userId,
        action: 'keys.export',
        subject: { kind: 'keys', id: `${edition} ${status}` },
        // the search text may be an e-mail or a key, so it is not stored
        facts: { isSearch: q !== '' },
      })
      return reply
        .header('content-disposition', `attachment; filename="keys-${at.toISOString().slice(0, 10)}.csv"`)
        .type('text/csv; charset=utf-8')
        .send(Readable.from(exportKeys(db, keyCipher, request.query)))
    },
  )
}
