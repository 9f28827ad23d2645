import type { EditionId } from '#shared/editions.ts'

/** The editions a filter offers: those on sale, and the one it filters by where that is no longer on sale. */
export function editionChoices(onSale: readonly EditionId[], chosen: EditionId): readonly EditionId[] {
  return chosen === 'all' || onSale.includes(chosen) ? onSale : [...onSale, chosen]
}
