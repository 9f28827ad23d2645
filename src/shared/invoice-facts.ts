import type { PaymentRow } from './api.ts'

/** What an invoice says; its words are the site's. */
export interface InvoiceFacts {
  /** Confirmed, or refunded since. */
  readonly payment: PaymentRow
  readonly editionName: string
  /** What the order's value asked for: the count itself grows with every block, and a file must not. */
  readonly confirmationsAtLeast: number
  /** Null for readers who may not know it. */
  readonly email: string | null
  /** Makes the digest of a file with an e-mail in it impossible to guess; null in one without. */
  readonly checkCode: string | null
}
