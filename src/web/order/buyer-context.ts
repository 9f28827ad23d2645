import { createContext, useContext } from 'react'
import type { BuyerTexts } from '#web/i18n/buyer/buyer-texts.ts'
import type { Dictionary } from '#web/i18n/dictionary.ts'

/** What every part of the order page needs beside the checkout's surroundings. */
export interface BuyerSurroundings {
  readonly texts: Dictionary['order']
  readonly words: BuyerTexts
  /** Stands above a printed invoice; empty where the page was not told. */
  readonly gameTitle: string
  /** Reads the order anew. */
  readonly reread: () => void
}

export const BuyerContext = createContext<BuyerSurroundings | null>(null)

export function useBuyer(): BuyerSurroundings {
  const surroundings = useContext(BuyerContext)
  if (surroundings === null) throw new Error('expected a BuyerContext around this part; add one')
  return surroundings
}
