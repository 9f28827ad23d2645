import { INVOICE_FILE_ID_CHARS } from '#shared/limits.ts'
import { isRightToLeft, type Language } from '#shared/languages.ts'
import type { PaymentView } from '#web/api/payment-view.ts'
import type { Dictionary } from '#web/i18n/dictionary.ts'
import { localeOf } from '#web/i18n/format.ts'
import { amountText, coinName, coinSymbol, networkName } from './coin-names.ts'

/** The file's name: the first 8 characters of the id (spec section 9). */
export function invoiceFileName(paymentId: string): string {
  return `invoice-${paymentId.slice(0, INVOICE_FILE_ID_CHARS)}.txt`
}

export interface InvoiceFacts {
  readonly payment: PaymentView
  readonly editionName: string
  /** Null where this browser may not know it. */
  readonly email: string | null
  readonly language: Language
  readonly texts: Dictionary['checkout']
}

/** The date an invoice bears, in the reader's locale and zone. */
export function invoiceDate(payment: PaymentView, language: Language): string {
  const at = Date.parse(payment.confirmedAt ?? payment.createdAt)
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'short' }).format(at)
}

/** What was paid: what has counted, which may differ a little from what was asked. */
export function paidAmount(payment: PaymentView): string {
  const amount = /[1-9]/.test(payment.received) ? payment.received : payment.cryptoAmount
  return amountText(amount, payment.cryptoNetwork)
}

/**
 * The invoice as a text file. In right-to-left languages each value stands on a line of its own, so that an address is
 * neither turned around nor copied with marks of direction in it.
 */
export function invoiceText({ payment, editionName, email, language, texts }: InvoiceFacts): string {
  const { invoice, file } = texts
  const coin = `${coinName(texts, payment.cryptoType)} (${coinSymbol(payment.cryptoType)})`
  const rows: readonly (readonly [string, string])[] = [
    [invoice.id, payment.id],
    [invoice.date, invoiceDate(payment, language)],
    [invoice.status, invoice.statusConfirmed],
    ...(email === null ? [] : [[file.email, email] as const]),
    [file.edition, editionName.toLocaleUpperCase(localeOf(language))],
    [invoice.quantity, String(payment.quantity)],
    [file.usd, `$${payment.priceUSD.toFixed(2)}`],
    [invoice.coin, coin],
    [invoice.network, networkName(texts, payment.cryptoNetwork)],
    [invoice.paid, paidAmount(payment)],
    [invoice.confirmations, String(payment.blockchainConfirmations)],
    [invoice.address, payment.paymentAddress],
    [invoice.hash, payment.transactionHash ?? invoice.byBalance],
  ]
  const between = isRightToLeft(language) ? ':\n' : ': '
  const lines = rows.map(([label, value]) => `${label}${between}${value}`)
  const heading = `${file.title}\n${'='.repeat(40)}`
  return `${[heading, ...lines, '-'.repeat(40), file.footer].join('\n')}\n`
}
