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
  return year === null || number === null ? null : `${String(year)}-${String(number).padStart(DIGITS, '0')}`
}
