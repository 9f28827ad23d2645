import type { Currency } from './currency.ts'
import type { Cents } from './money.ts'
import type { EditionPrices } from './offered-prices.ts'

/** The name of an edition in the game folder, in orders, keys and calls: kebab-case, such as `standard`. */
export type EditionId = string

/** Kebab-case of at most 40 characters; without the words that filters and lists of keys use for something else. */
export const EDITION_ID_FORM = /^(?!(?:all|edition|key)$)(?=.{1,40}$)[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

/** What happens when an edition's keys run out: sell on and deliver later, or hold a key per order and refuse beyond. */
export type StockMode = 'backorder' | 'reserve'

/** An edition on sale. */
export interface Edition extends EditionPrices {
  readonly id: EditionId
  readonly stock: StockMode
  /** What the folder says, where the back office may have changed the price; absent: `priceCents`. */
  readonly folderPriceCents?: Cents
  /** The same in other currencies. */
  readonly folderPrices?: Readonly<Record<Currency, Cents>>
}

/** What only the game folder decides of an edition. */
export type FixedEdition = Pick<Edition, 'id' | 'stock'>

/** Whether a text has the form of an edition's id; it need not be the id of an edition on sale. */
export function isEditionId(text: string): text is EditionId {
  return EDITION_ID_FORM.test(text)
}

/** The edition with an id, of those on sale; undefined where none has it. */
export function findEdition<T extends Pick<Edition, 'id'>>(
  editions: readonly T[],
  id: EditionId,
): T | undefined {
  return editions.find((edition) => edition.id === id)
}

/**
 * The name of an edition.
 *
 * @param names of the editions on sale. An edition taken off sale has none any more and is called by its id.
 */
export function editionNameOf(names: Readonly<Record<EditionId, string>>, id: EditionId): string {
  return (Object.hasOwn(names, id) ? names[id] : undefined) ?? id
}
