import type { Currency } from '#shared/currency.ts'
import type { ComponentType, ReactElement } from 'react'
import type { OutputNetworks } from '#shared/address-form.ts'
import type { EditionId } from '#shared/editions.ts'
import type { Language } from '#shared/languages.ts'
import type { Cents } from '#shared/money.ts'
import type { PaymentStatus } from '#shared/payment-status.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import type { StoredPayment } from './stored-payment.ts'

/** The dialog in a frame of another site, where it neither has an address bar nor cookies. */
export interface CheckoutFrame {
  /** Called when the dialog shows a payment, and with each status of it. */
  readonly onPayment: (paymentId: string, status: PaymentStatus) => void
  /** The page of an order, with the secret that opens it elsewhere. */
  readonly orderUrl: (paymentId: string) => string
  /** Downloads a file of the order, as its buyer. */
  readonly download: (path: string) => void
  /** The currencies of the shop, and the frame with the price in one of them. */
  readonly currencies: readonly Currency[]
  readonly inCurrency: (currency: Currency) => string
}

/** The props of the payment dialog. It is mounted when it opens and unmounted once closed. */
export interface CheckoutDialogProps {
  readonly edition: EditionId
  /** In the page's language: `Supporter Edition`. */
  readonly editionName: string
  /** 1 to 100. */
  readonly quantity: number
  readonly unitPriceCents: Cents
  readonly language: Language
  readonly texts: SiteTexts['checkout']
  readonly supportEmail: string
  /** The shop's own network: its address prefixes are accepted for refunds beside mainnet's. */
  readonly outputNetworks: OutputNetworks
  /** Of the price. */
  readonly currency: Currency
  /** Whether the shop has prices in several currencies: an order then names its own. */
  readonly hasCurrencyChoice?: boolean
  /** Amounts, addresses, ids, hashes, keys, codes and clock times: left to right and untranslated in every language. */
  readonly resume?: StoredPayment
  readonly frame?: CheckoutFrame
  /** The confirmed invoice was closed. */
  readonly onConfirmed?: (paymentId: string) => void
  /** The dialog was closed, in whatever way; the page unmounts it and restores the focus. */
  readonly onClosed: () => void
}

/**
 * Loads the payment dialog. A page receives this as an argument: the dialog is a separate feature, and only the entries
 * of `src/web` may import more than one.
 */
export type LoadCheckoutDialog = () => Promise<ComponentType<CheckoutDialogProps>>

/** Makes React take over the markup in an element; `unmount` empties the element. */
export type TakeOverMarkup = (host: Element, content: ReactElement) => { unmount(): void }
