import { addCsvRoute } from '#server/accounts/csv-routes.ts'
import type { App } from '#server/http/app.ts'
import { ExportKeysQuery } from '#shared/admin-api.ts'
import { exportKeys } from './export-keys.ts'
import type { KeyDeps } from './routes.ts'

/** The export of keys as a file. */
export function exportRoutes(app: App, deps: KeyDeps): void {
  addCsvRoute(app, deps, {
    path: '/functions/export-keys',
    name: 'keys',
    query: ExportKeysQuery,
    audit: ({ edition, status, q }) => ({
      action: 'keys.export',
      subject: { kind: 'keys', id: `${edition} ${status}` },
      // the search text may be an e-mail or a key, so it is not stored
      facts: { isSearch: q !== '' },
    }),
    lines: (query) => exportKeys(deps.db, deps.keyCipher, query),
  })
}
