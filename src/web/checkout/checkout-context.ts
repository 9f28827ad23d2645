import { createContext, useContext } from 'react'
import type { BitcoinNetwork } from '#shared/address-form.ts'
import type { Language } from '#shared/languages.ts'
import type { Dictionary } from '#web/i18n/dictionary.ts'

/** What every part of the dialog and of the order page needs. */
export interface CheckoutSurroundings {
  readonly language: Language
  readonly texts: Dictionary['checkout']
  /** In the reader's language. */
  readonly editionName: string
  readonly supportEmail: string
  /** The shop's own. */
  readonly bitcoinNetwork: BitcoinNetwork
  /** Says a short sentence to everyone: shown for a moment and read out. */
  readonly announce: (text: string) => void
}

export const CheckoutContext = createContext<CheckoutSurroundings | null>(null)

export function useCheckout(): CheckoutSurroundings {
  const surroundings = useContext(CheckoutContext)
  if (surroundings === null) throw new Error('expected a CheckoutContext around this part; add one')
  return surroundings
}
