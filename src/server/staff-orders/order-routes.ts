import { restrictTo } from '#server/accounts/require-access.ts'
import { CallError, type App } from '#server/http/app.ts'
import { callOf } from '#server/http/call-of.ts'
import { findPayment } from '#server/payments/open-order.ts'
import { OrderListQuery } from '#shared/order-filter-api.ts'
import { OrderDetailReply, OrderListReply, OrderParams } from '#shared/orders-api.ts'
import { describeOrder } from './describe-order.ts'
import { listOrders } from './list-orders.ts'
import { visibilityFor, type StaffOrdersDeps } from './staff-orders-deps.ts'

/** The calls that read the list of orders, and one order with its evidence. */
export function orderRoutes(app: App, deps: StaffOrdersDeps): void {
  const { db, keyCipher, clock, access, releaseAt, policy } = deps
  const rule = restrictTo(access, 'orders.read')
  app.get(
    '/functions/orders',
    { ...rule, ...callOf(OrderListReply, { querystring: OrderListQuery }) },
    async (request) => {
      const { role } = await access.requirePermission(request, 'orders.read')
      const visibility = visibilityFor(role)
      const search = visibility.keys ? { hashKey: (key: string) => keyCipher.hashKey(key) } : {}
      const { orders, ...page } = await listOrders(db, request.query, { ...visibility, ...search })
      return { success: true as const, orders: [...orders], ...page }
    },
  )
  app.get(
    '/functions/orders/:id',
    { ...rule, ...callOf(OrderDetailReply, { params: OrderParams }) },
    async (request) => {
      const { role } = await access.requirePermission(request, 'orders.read')
      const order = await findPayment(db, request.params.id)
      if (order === null) throw new CallError(404, 'PAYMENT_NOT_FOUND', 'there is no payment with this id')
      const context = {
        keyCipher,
        visibility: visibilityFor(role),
        releaseAt: releaseAt(),
        rates: policy.rates,
        now: clock(),
      }
      return { success: true as const, order: await describeOrder(db, order, context) }
    },
  )
}
