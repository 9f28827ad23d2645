import type { Cents } from './money.ts'

/** The two editions of a game (spec section 1). */
export const EDITIONS = ['standard', 'supporter'] as const
export type EditionId = (typeof EDITIONS)[number]

/** What happens when an edition's keys run out: sell on and deliver later, or hold a key per order and refuse beyond. */
export type StockMode = 'backorder' | 'reserve'

/** An edition as the game folder states it. */
export interface Edition {
  readonly id: EditionId
  readonly priceCents: Cents
  readonly stock: StockMode
}

export function isEdition(text: string): text is EditionId {
  return (EDITIONS as readonly string[]).includes(text)
}
