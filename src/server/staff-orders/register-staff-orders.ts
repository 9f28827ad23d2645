import type { Jobs } from '#server/db/jobs.ts'
import type { Feature } from '#server/http/feature.ts'
import { claimRoutes } from './claim-routes.ts'
import { decisionRoutes } from './decision-routes.ts'
import { orderExportRoutes } from './export-routes.ts'
import { scheduleOrderCountFold } from './fold-counts.ts'
import { orderRoutes } from './order-routes.ts'
import { refundRoutes } from './refund-routes.ts'
import { reportRoutes, type ReportDeps } from './report-routes.ts'

interface StaffOrdersFeatureDeps extends ReportDeps {
  /** Not started yet. */
  readonly jobs: Pick<Jobs, 'work' | 'schedule'>
}

/** Orders as the staff see them, and what they may decide. */
export function registerStaffOrders(deps: StaffOrdersFeatureDeps): Feature {
  scheduleOrderCountFold(deps.jobs, deps.db)
  return {
    addRoutes: (app) => {
      orderRoutes(app, deps)
      decisionRoutes(app, deps)
      claimRoutes(app, deps)
      refundRoutes(app, deps)
      orderExportRoutes(app, deps)
      reportRoutes(app, deps)
    },
  }
}
