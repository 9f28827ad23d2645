import { addCsvRoute } from '#server/accounts/csv-routes.ts'
import type { App } from '#server/http/app.ts'
import { ExportFilter } from '#shared/order-filter-api.ts'
import { exportOrders } from './export-orders.ts'
import type { StaffOrdersDeps } from './staff-orders-deps.ts'

/** The export of orders. */
export function orderExportRoutes(app: App, deps: StaffOrdersDeps): void {
  addCsvRoute(app, deps, {
    path: '/functions/export-orders',
    name: 'orders',
    query: ExportFilter,
    // the search text may be an e-mail, so it is not stored
    audit: ({ q, ids, ...filter }) => ({
      action: 'orders.export',
      subject: { kind: 'orders', id: 'orders' },
      facts: {
        ...filter,
        isSearch: q !== '',
        ...(ids === undefined ? {} : { orders: ids.split('.').length }),
      },
    }),
    lines: (filter) => exportOrders(deps.db, filter),
  })
}
