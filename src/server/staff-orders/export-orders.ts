import type { Db } from '#server/db/database.ts'
import { csvLine } from '#shared/csv.ts'
import { atoms, cents, formatAmount, formatCents } from '#shared/money.ts'
import type { OrderFilter } from '#shared/orders-api.ts'
import { railOf } from '#shared/rails.ts'
import { positionOf, selectOrders } from './list-orders.ts'

/** Rows per statement; only these are in memory at the same time. */
const BATCH = 2000

/** Yields the orders of a list as CSV lines with line ends, newest first. E-mails are not masked. */
export async function* exportOrders(db: Db, filter: OrderFilter): AsyncGenerator<string> {
  yield `${csvLine([
    ...[
      'id',
      'created_at',
      'confirmed_at',
      'delivered_at',
      'status',
      'flags',
      'edition',
      'quantity',
      'price_usd',
    ],
    ...['network', 'amount', 'received', 'payment_address', 'transaction_hash', 'language', 'email'],
  ])}\n`
  let before: string | null = null
  for (;;) {
    const rows = await selectOrders(db, filter, { emails: true }, { before, limit: BATCH })
    for (const row of rows) {
      const { decimals } = railOf(row.crypto_network)
      yield `${csvLine([
        row.id,
        row.created_at.toISOString(),
        row.confirmed_at?.toISOString() ?? null,
        row.delivered_at?.toISOString() ?? null,
        row.status,
        row.flags.join(' '),
        row.edition,
        row.quantity,
        formatCents(cents(row.price_usd_cents)),
        row.crypto_network,
        formatAmount(atoms(row.due_atoms), decimals),
        formatAmount(atoms(row.received_atoms), decimals),
        row.payment_address,
        row.transaction_hash,
        row.language,
        row.user_email,
      ])}\n`
    }
    const last = rows.at(-1)
    if (rows.length < BATCH || last === undefined) return
    before = positionOf(last)
  }
}
