import type { Db } from '#server/db/database.ts'
import { csvLine } from '#shared/csv.ts'
import { atoms, cents, formatAmount, formatCents, formatUsd, usdCents } from '#shared/money.ts'
import { decimalsOf } from '#shared/assets.ts'
import type { ExportFilter } from '#shared/order-filter-api.ts'
import { railOf } from '#shared/rails.ts'
import { correctionNumberOf, invoiceNumberOf } from '#server/payments/invoice-number.ts'
import { selectOrders } from './list-orders.ts'
import type { ListedOrder } from './order-row.ts'
import { readBookFacts, valueOf, type BookFacts } from './read-book-facts.ts'

/** Rows per statement; only these are in memory at the same time. */
const BATCH = 2000

const HEADING = [
  ...[
    'id',
    'created_at',
    'confirmed_at',
    'delivered_at',
    'status',
    'flags',
    'edition',
    'quantity',
    'currency',
    'price',
    'price_usd',
  ],
  ...['network', 'amount', 'received', 'payment_address', 'transaction_hash', 'language', 'email'],
  ...[
    'invoice_number',
    'rate',
    'received_value',
    'country',
    'refund_status',
    'refund_copies',
    'refund_amount',
  ],
  ...['refund_asset', 'refund_rate', 'refunded_at', 'refund_hashes', 'correction_number'],
  ...['discount_code', 'discount'],
]

/**
 * Yields the orders of a list as CSV lines with line ends, newest first. E-mails are not masked. `price` is what was
 * ordered, `received_value` what arrived, at the rate each transfer counts at; both, and all rates, are in `currency`. `price_usd`
 * is what the order was worth in dollars. Several refunds of an order are separated by spaces.
 */
export async function* exportOrders(db: Db, filter: ExportFilter): AsyncGenerator<string> {
  yield `${csvLine(HEADING)}\n`
  let before: string | null = null
  for (;;) {
    const rows = await selectOrders(db, filter, { emails: true }, { before, limit: BATCH })
    const books = await readBookFacts(
      db,
      rows.map(({ id }) => id),
    )
    for (const row of rows) yield `${csvLine([...figuresOf(row), ...bookCells(row, books.get(row.id))])}\n`
    const last = rows.at(-1)
    if (rows.length < BATCH || last === undefined) return
    before = last.position
  }
}

type Cell = string | number | null

function figuresOf(row: ListedOrder): readonly Cell[] {
  const { decimals } = railOf(row.crypto_network)
  return [
    row.id,
    row.created_at.toISOString(),
    row.confirmed_at?.toISOString() ?? null,
    row.delivered_at?.toISOString() ?? null,
    row.status,
    row.flags.join(' '),
    row.edition,
    row.quantity,
    row.currency,
    formatCents(cents(row.price_cents), row.currency),
    formatUsd(usdCents(row.price_usd_cents)),
    row.crypto_network,
    formatAmount(atoms(row.due_atoms), decimals),
    formatAmount(atoms(row.received_atoms), decimals),
    row.payment_address,
    row.transaction_hash,
    row.language,
    row.user_email,
  ]
}

function bookCells({ crypto_network, currency }: ListedOrder, facts: BookFacts | undefined): readonly Cell[] {
  if (facts === undefined) return HEADING.slice(18).map(() => null)
  const { decimals } = railOf(crypto_network)
  const { refunds } = facts
  const each = (cell: (refund: BookFacts['refunds'][number]) => string) => refunds.map(cell).join(' ')
  return [
    invoiceNumberOf(facts),
    formatAmount(atoms(facts.rate_e8), 8),
    formatCents(valueOf(facts.received_value, currency, decimals), currency),
    facts.declared_country,
    each(({ status }) => status),
    refunds.length === 0 ? null : refunds.reduce((sum, { quantity }) => sum + quantity, 0),
    each(({ chain, asset, atoms: paid }) =>
      chain === null || asset === null ? '0' : formatAmount(atoms(BigInt(paid)), decimalsOf(chain, asset)),
    ),
    each(({ asset }) => asset ?? 'none'),
    each(({ rate }) => (rate === null ? 'none' : formatAmount(atoms(BigInt(rate)), 8))),
    each(({ verifiedAt }) => (verifiedAt === null ? 'none' : new Date(verifiedAt).toISOString())),
    each(({ hashes }) => hashes.join(' ')),
    each(({ correction }) => correctionNumberOf(correction) ?? 'none'),
    facts.discount_code,
    facts.discount_code === null ? null : formatCents(cents(facts.discount_cents), currency),
  ]
}
