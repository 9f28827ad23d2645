import { createHash } from 'node:crypto'
import { invoiceNumberOf } from '#server/payments/invoice-number.ts'
import {
  worthOf,
  railOfRecord,
  statusOf,
  toPaymentRow,
  type PaymentRecord,
} from '#server/payments/payment-record.ts'
import { INVOICE_FILE_ID_CHARS } from '#shared/constants.ts'
import { LANGUAGES, type Language } from '#shared/languages.ts'
import { depthFor, shownDepth } from '#shared/rails.ts'
import type { OrderPageDeps } from './order-page-deps.ts'

/** Dependencies of {@link buildInvoiceFile}. */
export type InvoiceDeps = Pick<OrderPageDeps, 'formatInvoice' | 'editionName' | 'policy'>

/** The outcome of {@link buildInvoiceFile}. */
export type InvoiceFileResult =
  | { readonly kind: 'invoice'; readonly fileName: string; readonly text: string; readonly sha256: string }
  /** Only confirmed and refunded orders have an invoice. */
  | { readonly kind: 'not-ready' }

/**
 * Builds an order's invoice as a text file. The same order in the same language always gives the same bytes. The last line
 * is `SHA-256: <hex of every byte before that line>`.
 *
 * @param hasSecret adds the buyer's e-mail and a check code. Without the code, a guessed e-mail could be confirmed by the
 * digest.
 */
export function buildInvoiceFile(
  deps: InvoiceDeps,
  order: PaymentRecord,
  language: Language,
  hasSecret: boolean,
): InvoiceFileResult {
  const status = statusOf(order)
  if ((status !== 'confirmed' && status !== 'refunded') || order.confirmed_at === null) {
    return { kind: 'not-ready' }
  }
  return buildWith(deps, order, {
    language,
    hasSecret,
    status,
    number: invoiceNumberOf(order),
    hasCheckWords: true,
  })
}

/**
 * Whether a digest belongs to any invoice of this order: in any language, with or without e-mail, before or after a refund,
 * before or after it got its number, written by this release or by one without check words.
 */
export function isInvoiceDigest(deps: InvoiceDeps, order: PaymentRecord, sha256: string): boolean {
  const status = statusOf(order)
  if ((status !== 'confirmed' && status !== 'refunded') || order.confirmed_at === null) return false
  const statuses = status === 'refunded' ? (['refunded', 'confirmed'] as const) : (['confirmed'] as const)
  const number = invoiceNumberOf(order)
  const numbers = number === null ? [null] : [number, null]
  const yesNo = [true, false]
  const variants = LANGUAGES.flatMap((language) =>
    yesNo.flatMap((hasSecret) =>
      statuses.flatMap((one) =>
        numbers.flatMap((other) =>
          yesNo.map((hasCheckWords) => ({ language, hasSecret, status: one, number: other, hasCheckWords })),
        ),
      ),
    ),
  )
  return variants.some((variant) => buildWith(deps, order, variant).sha256 === sha256)
}

interface Variant {
  readonly language: Language
  readonly hasSecret: boolean
  readonly status: 'confirmed' | 'refunded'
  readonly number: string | null
  readonly hasCheckWords: boolean
}

function buildWith(
  deps: InvoiceDeps,
  order: PaymentRecord,
  { language, hasSecret, status, number, hasCheckWords }: Variant,
): InvoiceFileResult & { readonly kind: 'invoice' } {
  const rail = railOfRecord(order)
  const depth = depthFor(rail, worthOf(order), deps.policy.confirmations.get(rail.setting))
  const text = deps.formatInvoice(
    {
      payment: { ...toPaymentRow(order), status },
      editionName: deps.editionName(order.edition, language),
      number: hasSecret ? number : null,
      confirmationsAtLeast: shownDepth(rail, depth),
      email: hasSecret ? order.user_email : null,
      hasCheckWords,
      checkCode: hasSecret ? order.check_code : null,
    },
    language,
  )
  const sha256 = createHash('sha256').update(text).digest('hex')
  return {
    kind: 'invoice',
    fileName: `invoice-${order.id.slice(0, INVOICE_FILE_ID_CHARS)}.txt`,
    text: `${text}SHA-256: ${sha256}\n`,
    sha256,
  }
}
