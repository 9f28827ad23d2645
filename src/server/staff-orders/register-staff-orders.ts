import type { Feature } from '#server/http/feature.ts'
import type { Log } from '#server/runtime/log.ts'
import { claimRoutes } from './claim-routes.ts'
import { decisionRoutes } from './decision-routes.ts'
import { orderExportRoutes } from './export-routes.ts'
import { externalOrderRoutes } from './external-order-routes.ts'
import { createOrderCountFold } from './fold-counts.ts'
import { manyOrdersRoutes } from './many-orders-routes.ts'
import { orderRoutes } from './order-routes.ts'
import { refundRoutes } from './refund-routes.ts'
import { reportRoutes, type ReportDeps } from './report-routes.ts'

interface StaffOrdersFeatureDeps extends ReportDeps {
  readonly log: Log
}

/** Orders as the staff see them, and what they may decide. */
export function registerStaffOrders(deps: StaffOrdersFeatureDeps): Feature {
  return {
    workers: [createOrderCountFold(deps)],
    addRoutes: (app) => {
      orderRoutes(app, deps)
      decisionRoutes(app, deps)
      manyOrdersRoutes(app, deps)
      claimRoutes(app, deps)
      refundRoutes(app, deps)
      externalOrderRoutes(app, deps)
      orderExportRoutes(app, deps)
      reportRoutes(app, deps)
    },
  }
}
