import { readCodes } from '#server/discounts/list-codes.ts'
import { systemClock } from '#server/runtime/clock.ts'
import type { DiscountCode } from '#shared/discounts-api.ts'
import { cents, formatCents } from '#shared/money.ts'
import { UsageError, type CommandContext } from './command.ts'
import { withDatabase } from './with-database.ts'

const COLUMNS = ['code', 'name', 'off', 'edition', 'used', 'of', 'orders', 'revenue', 'state']

/** `codes list`: every discount code with its uses and what came of it, newest first. */
export async function runCodesList(context: CommandContext): Promise<number> {
  if (context.args.length > 0) throw new UsageError('expected no argument')
  await withDatabase(context, async ({ database: { db } }) => {
    context.out(COLUMNS.join('\t'))
    for (const code of await readCodes(db, null, systemClock())) context.out(lineOf(code).join('\t'))
  })
  return 0
}

function lineOf(code: DiscountCode): readonly string[] {
  const { percent, amountCents, edition, uses, used, sold, revenueCents, currency } = code
  const money = (amount: number) => `${formatCents(cents(amount), currency)} ${currency}`
  const off = percent === null ? money(amountCents ?? 0) : `${String(percent)} %`
  return [
    ...[code.code, code.name, off, edition ?? 'all', String(used), uses === null ? '-' : String(uses)],
    ...[String(sold), money(revenueCents), code.state],
  ]
}
