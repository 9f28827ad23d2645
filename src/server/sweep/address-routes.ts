import { addCsvRoute } from '#server/accounts/csv-routes.ts'
import type { Access } from '#server/accounts/require-access.ts'
import type { App } from '#server/http/app.ts'
import type { Clock } from '#server/runtime/clock.ts'
import { exportAddresses, type AddressExportDeps } from './export-addresses.ts'

/** Dependencies of {@link addressRoutes}. */
interface AddressRoutesDeps extends AddressExportDeps {
  readonly clock: Clock
  readonly access: Access
}

/** The export of addresses to sweep. */
export function addressRoutes(app: App, deps: AddressRoutesDeps): void {
  addCsvRoute(app, deps, {
    path: '/functions/export-addresses',
    name: 'addresses',
    audit: () => ({ action: 'orders.export', subject: { kind: 'orders', id: 'addresses' } }),
    lines: () => exportAddresses(deps),
  })
}
