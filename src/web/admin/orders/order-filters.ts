import { isEditionId, type EditionId } from '#shared/editions.ts'
import {
  PAYMENT_FLAGS,
  PAYMENT_STATUSES,
  type PaymentFlag,
  type PaymentStatus,
} from '#shared/payment-status.ts'
import { ORDER_SORTS, type OrderSort } from '#shared/list-sorts.ts'
import { filterParams } from '#web/admin/filter-params.ts'
import { isDay } from '#web/admin/days.ts'
import { NETWORKS, type NetworkId } from '#shared/rails.ts'

/** The filters of the order list. */
export interface OrderFilters {
  readonly status: PaymentStatus | 'undecided' | 'all'
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

/** What the list is filtered by as a status: also the orders that wait for a decision. */
export const ORDER_STATES = [...PAYMENT_STATUSES, 'undecided'] as const

/** Parses the filters in the URL; invalid values are ignored. */
export function parseOrderFilters(params: Readonly<Record<string, string>>): OrderFilters {
  const { status, flag, edition = '', network, q = '', from = '', to = '', sort } = params
  return {
    status: ORDER_STATES.find((one) => one === status) ?? 'all',
    flag: PAYMENT_FLAGS.find((one) => one === flag) ?? 'all',
    edition: isEditionId(edition) ? edition : 'all',
    network: NETWORKS.find((one) => one === network) ?? 'all',
    q,
    from: isDay(from) ? from : '',
    to: isDay(to) ? to : '',
    sort: ORDER_SORTS.find((one) => one === sort) ?? 'newest',
  }
}

/** The filters as the server takes them. */
export function listedFilters(filters: OrderFilters): Record<string, string> {
  const { from, to, sort, ...others } = filters
  const given = Object.entries({ from, to, sort: sort === 'newest' ? '' : sort })
  return { ...others, ...Object.fromEntries(given.filter(([, value]) => value !== '')) }
}

export function hasOrderFilters(filters: OrderFilters): boolean {
  return Object.values(filterParams({ ...filters, sort: 'newest' })).some((value) => value !== '')
}
