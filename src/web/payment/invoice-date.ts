import { localeOf } from '#shared/locale-of.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import type { Language } from '#shared/languages.ts'

/** The date an invoice bears, in the reader's locale and zone. */
export function invoiceDate(payment: PaymentView, language: Language): string {
  const at = Date.parse(payment.confirmedAt ?? payment.createdAt)
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short' }).format(at)
}
