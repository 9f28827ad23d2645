import { sql } from 'kysely'

/** Whether an order uses its code, as the trigger `take_discount_use` counts: it is open or paid, and not paid back without keys. */
export const IS_USE = sql<boolean>`status not in ('expired', 'invalid')
          and (status <> 'refunded' or delivered_at is not null)`
