import type { Currency } from '#shared/currency.ts'
import type { OutputNetworks } from '#shared/address-form.ts'
import type { Counts, EditionFacts } from '#shared/page-facts.ts'
import type { Language } from '#shared/languages.ts'
import type { SiteTexts } from '#texts/en/site.ts'

/** The texts of the section, without those rendered outside the island, and those that the game never needs. */
interface PreOrderTexts extends Omit<
  SiteTexts['preOrder'],
  | 'title'
  | 'lead'
  | 'leadOfCoins'
  | 'total'
  | 'orderNow'
  | 'orderNowMany'
  | 'buyNow'
  | 'buyNowMany'
  | 'soldOut'
  | 'benefitsTitle'
> {
  /** Of the button of one copy, and of several. */
  readonly order: string
  readonly orderMany: string
  /** Absent if no edition can sell out. */
  readonly soldOut?: string
}

/** An edition with its picture as markup, so that the island needs no component for it; empty where it has none. */
export type EditionOffer = Omit<EditionFacts, 'picture' | 'offers'> & { readonly picture: string }

/** The props the server writes beside the pre-order section for the island: whatever is in them is in the page twice. */
export interface PreOrderProps {
  readonly language: Language
  readonly texts: PreOrderTexts
  readonly editions: readonly EditionOffer[]
  readonly benefitsTitle: string
  readonly benefits: readonly string[]
  readonly counts: Counts
  readonly hasReserve: boolean
  /** The text of the link to the waiting list; absent if no edition can sell out. */
  readonly waitingLink?: string
  readonly hasMovingCounters: boolean
  readonly supportEmail: string
  readonly outputNetworks: OutputNetworks
  /** Of the prices on the page. */
  readonly currency: Currency
  /** Set where the reader may choose another currency. */
  readonly hasCurrencyChoice?: true
}
