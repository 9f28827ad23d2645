import type { DbDeps } from '#server/db/db-deps.ts'
import type { FastifyRequest } from 'fastify'
import { findApiToken, type ApiToken } from '#server/accounts/api-tokens.ts'
import { listAudit } from '#server/audit/list-audit.ts'
import { CallError, clientOf, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { readKeyStats } from '#server/keys/key-counts.ts'
import { enforceLimit } from '#server/rate-limits/enforce-limit.ts'
import type { Limits } from '#server/rate-limits/rate-limits.ts'
import { listOrders } from '#server/staff-orders/list-orders.ts'
import { readStatistics } from '#server/staff-orders/read-statistics.ts'
import { statisticsDays } from '#server/staff-orders/report-routes.ts'
import { AuditQuery, AuditReply } from '#shared/admin-api.ts'
import type { EditionId } from '#shared/editions.ts'
import { OrderListQuery, OrderListReply } from '#shared/orders-api.ts'
import { StatisticsQuery, StatisticsReply } from '#shared/reports-api.ts'
import { StockReply, type TokenScope } from '#shared/tokens-api.ts'

export interface ReadApiDeps extends DbDeps {
  readonly limits: Limits
  /** Of the editions on sale. */
  readonly editionIds: readonly EditionId[]
}

/** The calls for programs with a token: they only read, and a session of a person does not open them. */
export function readApiRoutes(app: App, deps: ReadApiDeps): void {
  const { db, clock, editionIds } = deps
  app.get(
    '/api/v1/orders',
    { ...withToken(deps, 'orders:read'), ...callOf(OrderListReply, { querystring: OrderListQuery }) },
    async (request) => {
      const { scopes } = await requireToken(deps, request, 'orders:read')
      const visibility = { emails: scopes.includes('orders:emails'), keys: false }
      const { orders, ...page } = await listOrders(db, request.query, visibility)
      return { success: true as const, orders: [...orders], ...page }
    },
  )
  app.get('/api/v1/stock', { ...withToken(deps, 'stock:read'), ...callOf(StockReply, {}) }, async () => ({
    success: true as const,
    stock: { ...(await readKeyStats(db, editionIds, clock())) },
  }))
  app.get(
    '/api/v1/statistics',
    { ...withToken(deps, 'statistics:read'), ...callOf(StatisticsReply, { querystring: StatisticsQuery }) },
    async ({ query }) => {
      const days = statisticsDays(query, clock())
      return { success: true as const, ...(await readStatistics(db, days, clock(), editionIds)) }
    },
  )
  app.get(
    '/api/v1/audit',
    { ...withToken(deps, 'audit:read'), ...callOf(AuditReply, { querystring: AuditQuery }) },
    async (request) => {
      const { entries, next } = await listAudit(db, request.query)
      return { success: true as const, entries: [...entries], next }
    },
  )
}

/** The access rule of a call; checked before anything is read. */
function withToken(deps: ReadApiDeps, scope: TokenScope) {
  return {
    config: { rule: `token ${scope}` },
    onRequest: async (request: FastifyRequest): Promise<void> => {
      const { id } = await requireToken(deps, request, scope)
      await enforceLimit(deps.limits, 'api', id)
    },
  }
}

/** @throws {CallError} 401 without a valid token, 403 without the scope, 429 for a client that guesses. */
async function requireToken(
  { db, clock, limits }: ReadApiDeps,
  request: FastifyRequest,
  scope: TokenScope,
): Promise<ApiToken> {
  const token = /^Bearer (\S{1,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const found = await findApiToken(db, token, clock())
  if (found === null) {
    await enforceLimit(limits, 'reads', clientOf(request))
    throw new CallError(401, 'UNAUTHORIZED', 'expected the header Authorization: Bearer and a valid token')
  }
  if (!found.scopes.includes(scope))
    throw new CallError(403, 'FORBIDDEN', `the token lacks the scope ${scope}`)
  return found
}
