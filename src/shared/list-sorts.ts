// How the lists of the back office are sorted. Without the validator, so that the site can import it.

/** `newest` and `oldest`: by the time of creation. `paid`: by the time of confirmation; unpaid orders count as the oldest. */
export const ORDER_SORTS = [
  'newest',
  'oldest',
  'price_desc',
  'price_asc',
  'paid_desc',
  'paid_asc',
  'status_asc',
  'status_desc',
] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

/** `newest` and `oldest`: by the request, and so by the deadline. `price`: of the copies, in US dollars. */
export const REFUND_SORTS = ['newest', 'oldest', 'price_desc', 'price_asc'] as const
export type RefundSort = (typeof REFUND_SORTS)[number]

/** `newest` and `oldest`: by the time of creation. A search has an order of its own. */
export const KEY_SORTS = [
  'newest',
  'oldest',
  'edition_asc',
  'edition_desc',
  'status_asc',
  'status_desc',
] as const
export type KeySort = (typeof KEY_SORTS)[number]
