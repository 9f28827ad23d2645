import { fill } from '#texts/format.ts'
import { currencyDecimals, USD, type Currency } from '#shared/currency.ts'
import { checkWords } from '#shared/check-words.ts'
import type { InvoiceFacts } from '#shared/invoice-facts.ts'
import { isRightToLeft, type Language } from '#shared/languages.ts'
import { localeOf } from '#shared/locale-of.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import { coinName, coinSymbol, networkName } from '#web/payment/coin-names.ts'
import { paidAmount } from '#web/payment/paid-amount.ts'

type Texts = Pick<SiteTexts, 'checkout' | 'order'>

/**
 * Writes the invoice as a text file. The same facts always produce the same text: times are in UTC. In right-to-left
 * languages each value is on a line of its own, so that an address is neither reordered nor copied with directional
 * marks.
 */
export function writeInvoiceText(facts: InvoiceFacts, language: Language, texts: Texts): string {
  const { file } = texts.checkout
  const between = isRightToLeft(language) ? ':\n' : ': '
  const lines = rowsOf(facts, language, texts).map(([label, value]) => `${label}${between}${value}`)
  const heading = `${file.title}\n${'='.repeat(40)}`
  return `${[heading, ...lines, '-'.repeat(40), file.footer].join('\n')}\n`
}

function rowsOf(
  { payment, editionName, number, email, checkCode, confirmationsAtLeast, hasCheckWords }: InvoiceFacts,
  language: Language,
  { checkout, order }: Texts,
): readonly (readonly [label: string, value: string])[] {
  const { invoice, file } = checkout
  return [
    ...(number === null ? [] : [[order.invoice.number, number] as const]),
    [invoice.id, payment.id],
    [invoice.date, utcDate(payment.confirmed_at ?? payment.created_at, language)],
    [invoice.status, payment.status === 'refunded' ? order.invoice.statusRefunded : invoice.statusConfirmed],
    ...(email === null ? [] : [[file.email, email] as const]),
    [file.edition, editionName.toLocaleUpperCase(localeOf(language))],
    [invoice.quantity, String(payment.quantity)],
    ...(payment.discount === undefined
      ? []
      : [[checkout.discount.label, money(payment.discount, payment.currency)] as const]),
    [fill(file.total, { currency: payment.currency }), money(payment.price, payment.currency)],
    [invoice.coin, `${coinName(checkout, payment.crypto_type)} (${coinSymbol(payment.crypto_type)})`],
    [invoice.network, networkName(checkout, payment.crypto_network)],
    [invoice.paid, paidAmount(payment.received, payment.crypto_amount, payment.crypto_network)],
    [invoice.confirmations, `≥ ${String(confirmationsAtLeast)}`],
    [invoice.address, payment.payment_address],
    ...(hasCheckWords ? [[checkout.address.checkWords, checkWords(payment.payment_address)] as const] : []),
    [invoice.hash, payment.transaction_hash ?? invoice.byBalance],
    ...(checkCode === null ? [] : [[order.invoice.checkCode, checkCode] as const]),
  ]
}

function utcDate(at: string, language: Language): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC', numberingSystem: 'latn' } as const
  // the spaces and commas a formatter uses differ between versions of its data
  const date = new Intl.DateTimeFormat(localeOf(language), style).format(Date.parse(at))
  return `${date.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u200e\u200f\u061c]/g, '')} UTC`
}

/** An amount in a file without marks of direction, which the signs of some currencies would need. */
function money(amount: number, currency: Currency): string {
  const text = amount.toFixed(currencyDecimals(currency))
  return currency === USD ? `$${text}` : `${text} ${currency}`
}
