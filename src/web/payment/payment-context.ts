import type { Currency } from '#shared/currency.ts'
import { createContext, useContext } from 'react'
import type { OutputNetworks } from '#shared/address-form.ts'
import type { Language } from '#shared/languages.ts'
import type { SiteTexts } from '#texts/en/site.ts'
import type { CheckoutFrame } from './checkout-dialog-props.ts'

/** What every component that shows a payment needs. */
export interface PaymentContextValue {
  readonly language: Language
  readonly texts: SiteTexts['checkout']
  /** In the page's language. */
  readonly editionName: string
  readonly supportEmail: string
  /** The network the shop uses. */
  readonly outputNetworks: OutputNetworks
  /** Of what is ordered. */
  readonly currency: Currency
  /** Whether the shop has prices in others, too. */
  readonly hasCurrencyChoice?: boolean | undefined
  /** Only in a frame of another site. */
  readonly frame?: CheckoutFrame | undefined
  /** Announces a short message: shown for a moment and read by screen readers. */
  readonly announce: (text: string) => void
}

export const PaymentContext = createContext<PaymentContextValue | null>(null)

export function usePaymentContext(): PaymentContextValue {
  const value = useContext(PaymentContext)
  if (value === null) throw new Error('expected a PaymentContext around this component; add one')
  return value
}
