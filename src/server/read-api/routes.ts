import type { Currency } from '#shared/currency.ts'
import { requireToken, withToken, type TokenAccessDeps } from '#server/accounts/require-token.ts'
import { listAudit } from '#server/audit/list-audit.ts'
import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import type { Db } from '#server/db/database.ts'
import { findExternalOrder, toExternalOrder } from '#server/external-orders/external-record.ts'
import { toCryptoOrder } from '#server/payments/crypto-order.ts'
import { findPayment } from '#server/payments/open-order.ts'
import { OrderIdParams, AnyOrderReply, type CryptoOrder, type ExternalOrder } from '#shared/program-orders.ts'
import { readKeyStats } from '#server/keys/key-counts.ts'
import { listOrders } from '#server/staff-orders/list-orders.ts'
import { readStatistics } from '#server/staff-orders/read-statistics.ts'
import { statisticsDays } from '#server/staff-orders/report-routes.ts'
import { AuditQuery, AuditReply } from '#shared/admin-api.ts'
import type { EditionId } from '#shared/editions.ts'
import { OrderListQuery } from '#shared/order-filter-api.ts'
import { OrderListReply } from '#shared/orders-api.ts'
import { StatisticsQuery, StatisticsReply } from '#shared/reports-api.ts'
import { StockReply } from '#shared/tokens-api.ts'

export interface ReadApiDeps extends TokenAccessDeps {
  /** Of the editions on sale. */
  readonly editionIds: readonly EditionId[]
  /** Of the shop's prices. */
  readonly currency: Currency
}

/** The calls for programs with a token: they only read, and a session of a person does not open them. */
export function readApiRoutes(app: App, deps: ReadApiDeps): void {
  const { db, clock, editionIds, currency } = deps
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
  app.get(
    '/api/v1/orders/:id',
    { ...withToken(deps, 'orders:read'), ...callOf(AnyOrderReply, { params: OrderIdParams }) },
    async (request) => {
      const { scopes } = await requireToken(deps, request, 'orders:read')
      const order = await findOrder(db, request.params.id, { emails: scopes.includes('orders:emails') })
      if (order === null) throw new CallError(404, 'PAYMENT_NOT_FOUND', 'there is no order with this id')
      return { success: true as const, order }
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
      return {
        success: true as const,
        ...(await readStatistics(db, days, clock(), { editionIds, currency: query.currency ?? currency })),
      }
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

/** An order of this shop, or a sale made elsewhere. */
async function findOrder(
  db: Db,
  id: string,
  visibility: { readonly emails: boolean },
): Promise<CryptoOrder | ExternalOrder | null> {
  const payment = await findPayment(db, id)
  if (payment !== null) return toCryptoOrder(payment, visibility)
  const external = await findExternalOrder(db, id)
  return external === null ? null : toExternalOrder(external, visibility)
}
