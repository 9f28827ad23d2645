import type { Edition, EditionId, StockMode } from '#shared/editions.ts'
import { cents } from '#shared/money.ts'

/** The ids of the game sold by default. */
export const EDITION_IDS: readonly EditionId[] = ['standard', 'supporter']

/** The editions of the game sold by default, in one stock mode. */
export function testEditions(stock: StockMode = 'backorder'): readonly Edition[] {
  return [
    { id: 'standard', priceCents: cents(63_99), stock },
    { id: 'supporter', priceCents: cents(119_99), stock },
  ]
}
