import type { Db } from '#server/db/database.ts'
import { csvLine } from '#shared/csv.ts'
import type { DiscountCode } from '#shared/discounts-api.ts'
import { cents, formatCents } from '#shared/money.ts'
import { readCodes } from './list-codes.ts'

const HEADING = [
  ...[
    'code',
    'name',
    'percent',
    'currency',
    'amount',
    'edition',
    'uses',
    'uses_per_mailbox',
    'from',
    'until',
  ],
  ...['state', 'created_at', 'used', 'orders', 'copies', 'revenue', 'discount'],
]

/** Yields the codes of a batch, or all, as CSV lines with line ends, newest first. */
export async function* exportCodes(db: Db, batch: string | null, now: Date): AsyncGenerator<string> {
  yield `${csvLine(HEADING)}\n`
  for (const code of await readCodes(db, batch, now)) yield `${csvLine(cellsOf(code))}\n`
}

function cellsOf(code: DiscountCode): readonly (string | number | null)[] {
  const { currency } = code
  const money = (amount: number | null) => (amount === null ? null : formatCents(cents(amount), currency))
  return [
    ...[code.code, code.name, code.percent, currency, money(code.amountCents), code.edition, code.uses],
    ...[code.usesPerMailbox, code.from, code.until, code.state, code.createdAt],
    ...[code.used, code.sold, code.copies, money(code.revenueCents), money(code.discountCents)],
  ]
}
