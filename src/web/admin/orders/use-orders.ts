import { useReadPages } from '#web/admin/use-read.ts'
import { ORDERS, type OrderListResult } from './order-calls.ts'
import { listedFilters, parseOrderFilters, type OrderFilters } from './order-filters.ts'

/** The queue of the exceptions. */
export const UNDECIDED = parseOrderFilters({ status: 'undecided' })

/** The list of orders that the filters leave, page by page. */
export function useOrders(filters: OrderFilters) {
  return useReadPages<OrderListResult>(['orders', filters], ORDERS, listedFilters(filters))
}
