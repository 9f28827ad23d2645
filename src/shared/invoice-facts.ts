import type { PaymentRow } from './api.ts'

/** The facts of an invoice; the site formats them as text. */
export interface InvoiceFacts {
  /** Confirmed, or refunded since. */
  readonly payment: PaymentRow
  readonly editionName: string
  /** Null before the keys are delivered, without the second secret, and in files of earlier releases. */
  readonly number: string | null
  /**
   * The number of confirmations that was required. The actual number grows with every block, but the file must stay the
   * same.
   */
  readonly confirmationsAtLeast: number
  /** Null without the second secret. */
  readonly email: string | null
  /** Whether the address has its check words; not in files of releases without them. */
  readonly hasCheckWords: boolean
  /** Makes the digest of an invoice with an e-mail impossible to guess; null in one without. */
  readonly checkCode: string | null
}
