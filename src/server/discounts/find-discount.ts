import { sql } from 'kysely'
import { constraintOf } from '#server/db/error-code.ts'
import type { Db } from '#server/db/database.ts'
import { DISCOUNT_CODE_FORM, discountOf, normalizeCode, type DiscountTerms } from '#shared/discounts.ts'
import type { Currency } from '#shared/currency.ts'
import type { EditionId } from '#shared/editions.ts'
import type { Cents } from '#shared/money.ts'
import { IS_USE } from './is-use.ts'

/** Why a code lowers no price. */
export type DiscountFault =
  | 'unknown'
  | 'paused'
  | 'not-yet'
  | 'expired'
  | 'wrong-edition'
  | 'other-currency'
  | 'too-large'
  | 'used-up'
  | 'used-by-mailbox'

/** What a code takes off an order. */
export interface Discount {
  readonly kind: 'discount'
  readonly codeId: string
  readonly cents: Cents
  /** Whether the uses of each mailbox are counted. */
  readonly isPerMailbox: boolean
  /** Null: as often as wanted. */
  readonly usesMax: number | null
}

/** The order that a code is to lower the price of. */
export interface DiscountOrder {
  readonly code: string
  readonly edition: EditionId
  /** Before the discount. */
  readonly total: Cents
  /** Of the total. */
  readonly currency: Currency
}

/**
 * Finds what a code takes off an order now. Whether a use is left is not asked: the database decides that when the order is
 * inserted, see {@link discountFaultOf}.
 */
export async function findDiscount(
  db: Db,
  { code, edition, total, currency }: DiscountOrder,
  now: Date,
): Promise<Discount | DiscountFault> {
  const normal = normalizeCode(code)
  if (!DISCOUNT_CODE_FORM.test(normal)) return 'unknown'
  const row = await db.selectFrom('discount_codes').selectAll().where('code', '=', normal).executeTakeFirst()
  if (row === undefined) return 'unknown'
  if (row.paused_at !== null) return 'paused'
  if (row.valid_from !== null && now < row.valid_from) return 'not-yet'
  if (row.valid_until !== null && now >= row.valid_until) return 'expired'
  if (row.edition !== null && row.edition !== edition) return 'wrong-edition'
  if (row.percent === null && row.currency !== currency) return 'other-currency'
  const off = discountOf(termsOf(row), total)
  if (off === null) return 'too-large'
  const isPerMailbox = row.uses_per_mailbox !== null
  return { kind: 'discount', codeId: row.id, cents: off, isPerMailbox, usesMax: row.uses_max }
}

/** Whether a use of a code is left now. It reserves none: an order may find that another one was faster. */
export async function hasUseLeft(db: Db, { codeId, usesMax }: Discount): Promise<boolean> {
  if (usesMax === null) return true
  const { rows } = await sql`
    select from payments where discount_code_id = ${codeId} and ${IS_USE} limit ${usesMax}`.execute(db)
  return rows.length < usesMax
}

/** The terms of a stored code, of which the database lets one be set. */
function termsOf(row: {
  readonly percent: number | null
  readonly amount_cents: number | null
}): DiscountTerms {
  if (row.percent !== null) return { percent: row.percent, amountCents: null }
  return { percent: null, amountCents: row.amount_cents ?? 0 }
}

const FAULT_OF_CONSTRAINT: ReadonlyMap<string, DiscountFault> = new Map([
  ['discount_paused', 'paused'],
  ['discount_uses', 'used-up'],
  ['discount_uses_per_mailbox', 'used-by-mailbox'],
])

/** Why the database refused an order its use of a code; null if an error has another reason. */
export function discountFaultOf(error: unknown): DiscountFault | null {
  return FAULT_OF_CONSTRAINT.get(constraintOf(error)) ?? null
}
