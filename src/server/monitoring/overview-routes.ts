import { restrictTo, type Access } from '#server/accounts/require-access.ts'
import type { App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import type { Clock } from '#server/runtime/clock.ts'
import { OverviewQuery, OverviewReply } from '#shared/overview-api.ts'
import { readOverview, type OverviewDeps } from './read-overview.ts'

/** The call for the first page of the back office. Parts that the caller's role may not read are null or left out. */
export function overviewRoutes(
  app: App,
  { access, clock, ...deps }: OverviewDeps & { readonly access: Access; readonly clock: Clock },
): void {
  app.get(
    '/functions/overview',
    { ...restrictTo(access, 'orders.read'), ...callOf(OverviewReply, { querystring: OverviewQuery }) },
    async (request) => {
      const { currency = deps.currency } = request.query
      const { role } = await access.requirePermission(request, 'orders.read')
      return { success: true as const, ...(await readOverview({ ...deps, currency }, role, clock())) }
    },
  )
}
