import { isEditionId, type EditionId } from '#shared/editions.ts'
import {
  PAYMENT_FLAGS,
  PAYMENT_STATUSES,
  type PaymentFlag,
  type PaymentStatus,
} from '#shared/payment-status.ts'
import { ORDER_SORTS, type OrderSort } from '#shared/list-sorts.ts'
import { isDay } from '#web/admin/days.ts'
import { NETWORKS, type NetworkId } from '#shared/rails.ts'

/** The filters of the order list. */
export interface OrderFilters {
  readonly status: PaymentStatus | 'all'
  readonly flag: PaymentFlag | 'all'
  /** An edition id, or `all`; the edition may no longer be on sale. */
  readonly edition: EditionId
  readonly network: NetworkId | 'all'
  readonly q: string
  /** The first and the last day of creation, in UTC: `2026-11-21`; empty for no limit. */
  readonly from: string
  readonly to: string
  readonly sort: OrderSort
}

/** Parses the filters in the URL; invalid values are ignored. */
export function parseOrderFilters(params: Readonly<Record<string, string>>): OrderFilters {
  const { status, flag, edition = '', network, q = '', from = '', to = '', sort } = params
  return {
    status: PAYMENT_STATUSES.find((one) => one === status) ?? 'all',
    flag: PAYMENT_FLAGS.find((one) => one === flag) ?? 'all',
    edition: isEditionId(edition) ? edition : 'all',
    network: NETWORKS.find((one) => one === network) ?? 'all',
    q,
    from: isDay(from) ? from : '',
    to: isDay(to) ? to : '',
    sort: ORDER_SORTS.find((one) => one === sort) ?? 'newest',
  }
}

/** Converts filters to URL parameters; default values become empty. */
export function orderFilterParams(filters: OrderFilters): Record<string, string> {
  const params = Object.entries(filters).map(([name, value]: [string, string]) => [
    name,
    value === 'all' || value === 'newest' ? '' : value,
  ])
  return Object.fromEntries(params) as Record<string, string>
}

/** Builds the query string of the order list. */
export function orderListQuery(filters: OrderFilters, before = ''): string {
  const { from, to, sort, ...others } = filters
  const given = Object.entries({ from, to, before, sort: sort === 'newest' ? '' : sort })
  const set = Object.fromEntries(given.filter(([, value]) => value !== ''))
  return new URLSearchParams({ ...others, ...set }).toString()
}

export function hasOrderFilters(filters: OrderFilters): boolean {
  return Object.values(orderFilterParams({ ...filters, sort: 'newest' })).some((value) => value !== '')
}
