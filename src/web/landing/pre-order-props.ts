import type { BitcoinNetwork } from '#shared/address-form.ts'
import type { Counts, EditionFacts } from '#shared/page-facts.ts'
import type { Language } from '#shared/languages.ts'
import type { SiteTexts } from '#texts/en/site.ts'

/** The props the server writes beside the pre-order section for the island. */
export interface PreOrderProps {
  readonly language: Language
  /** Without the texts rendered outside the island: they would be in the page twice. */
  readonly texts: Omit<SiteTexts['preOrder'], 'title' | 'lead'>
  readonly editions: readonly EditionFacts[]
  readonly benefitsTitle: string | null
  readonly benefits: readonly string[]
  readonly counts: Counts
  readonly isOut: boolean
  readonly hasReserve: boolean
  /** The text of the link to the waiting list; absent if no edition can sell out. */
  readonly waitingLink?: string
  readonly hasMovingCounters: boolean
  readonly supportEmail: string
  readonly bitcoinNetwork: BitcoinNetwork
}
