import * as z from 'zod'
import { EditionField } from './api.ts'
import { isStorable, joinedIds } from './api-fields.ts'
import { CHOSEN_ORDERS_MAX, EMAIL_MAX, ORDER_PAGE_SIZE } from './constants.ts'
import { LANGUAGES } from './languages.ts'
import { ORDER_SORTS } from './list-sorts.ts'
import { PAYMENT_FLAGS, PAYMENT_STATUSES } from './payment-status.ts'
import { NETWORKS } from './rails.ts'

// Which orders a list or an export contains.

const orAll = <const T extends readonly string[]>(values: T) => z.enum(['all', ...values]).default('all')

/** The filter of the list of orders, also used by its export. */
export const OrderFilter = z.object({
  /** `undecided`: orders that wait for a decision of the staff, in `review` or held back while `detected`. */
  status: orAll([...PAYMENT_STATUSES, 'undecided']),
  flag: orAll(PAYMENT_FLAGS),
  edition: z.union([z.literal('all'), EditionField]).default('all'),
  network: orAll(NETWORKS),
  language: orAll(LANGUAGES),
  /**
   * An invoice id or at least its first 8 characters, the start of an e-mail, a transaction hash, a payment address, or
   * a whole key.
   */
  q: z.string().trim().max(EMAIL_MAX).refine(isStorable).default(''),
})
export type OrderFilter = z.infer<typeof OrderFilter>
/** A day in UTC. */
const Day = z.iso.date()
/** The filter of a list: also the first and the last day of creation, in UTC. */
const DatedFilter = OrderFilter.extend({ from: Day.optional(), to: Day.optional() })
/** The filter of an export; `ids`: of the orders that it leaves, only these, without dashes and separated by dots, to fit in a URL. */
export const ExportFilter = DatedFilter.extend({ ids: joinedIds(CHOSEN_ORDERS_MAX).optional() })
export type ExportFilter = z.infer<typeof ExportFilter>
/**
 * A page of the list; `before` is `next` of the previous page, which has the same `sort`: the value sorted by unless that
 * is the creation, the creation in microseconds, and the id.
 */
export const OrderListQuery = DatedFilter.extend({
  sort: z.enum(ORDER_SORTS).default('newest'),
  before: z
    .string()
    .regex(/^((\d{1,17}|[a-z]{1,20})\.)?\d{1,17}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(ORDER_PAGE_SIZE),
})
export type OrderListQuery = z.infer<typeof OrderListQuery>
