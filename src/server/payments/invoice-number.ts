import type { Selectable } from 'kysely'
import type { Corrections } from '#server/db/schema.ts'
import type { PaymentRecord } from './payment-record.ts'

/** Digits of a number; a year with more invoices has more. */
const DIGITS = 6

/**
 * Formats an invoice's number, such as `2026-000123`. Numbers have no gap within a year and are assigned once, when the keys
 * are delivered.
 *
 * @returns null before that.
 */
export function invoiceNumberOf(
  order: Pick<PaymentRecord, 'invoice_year' | 'invoice_number'>,
): string | null {
  const { invoice_year: year, invoice_number: number } = order
  return year === null || number === null ? null : formatNumber(year, number)
}

/**
 * Formats the number of the correction that a refund is, such as `C2026-000123`. A row of their own, without a gap within a
 * year, assigned once, when the refund of invoiced copies is verified on chain.
 *
 * @param correction of the refund; none before that, and for a refund that corrects no invoice.
 */
export function correctionNumberOf(
  correction: Pick<Selectable<Corrections>, 'year' | 'number'> | null | undefined,
): string | null {
  return correction == null ? null : `C${formatNumber(correction.year, correction.number)}`
}

function formatNumber(year: number, number: number): string {
  return `${String(year)}-${String(number).padStart(DIGITS, '0')}`
}
