import type { ComponentType } from 'react'
import type { BitcoinNetwork } from '#shared/address-form.ts'
import type { EditionId } from '#shared/editions.ts'
import type { Language } from '#shared/languages.ts'
import type { Cents } from '#shared/money.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import type { StoredPayment } from './stored-payment.ts'

/** What a page gives the payment dialog. The dialog is mounted when it opens and unmounted once closed. */
export interface CheckoutDialogProps {
  readonly edition: EditionId
  /** As the page writes it, in the reader's language: `Supporter Edition`. */
  readonly editionName: string
  /** 1 to 100. */
  readonly quantity: number
  readonly unitPriceCents: Cents
  readonly language: Language
  readonly texts: SiteTexts['checkout']
  readonly supportEmail: string
  /** The shop's own: its prefixes of a refund address are taken beside mainnet's. */
  readonly bitcoinNetwork: BitcoinNetwork
  /** An unfinished payment to go on with, at its step; without it the dialog starts with the form. */
  readonly resume?: StoredPayment
  /** The confirmed invoice has been closed. */
  readonly onConfirmed?: (paymentId: string) => void
  /** The dialog has closed, by whatever way; the page takes it away and gives the focus back. */
  readonly onClosed: () => void
}

/**
 * Fetches the payment dialog. A page gets it as an argument: the dialog is a feature of its own, and only the entries
 * of `src/web` may import more than one.
 */
export type LoadCheckoutDialog = () => Promise<ComponentType<CheckoutDialogProps>>
