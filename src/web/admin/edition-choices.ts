import type { EditionId } from '#shared/editions.ts'

/** Returns the editions a filter offers: those on sale, and the selected one if it is no longer on sale. */
export function editionChoices(onSale: readonly EditionId[], chosen: EditionId): readonly EditionId[] {
  return chosen === 'all' || onSale.includes(chosen) ? onSale : [...onSale, chosen]
}
