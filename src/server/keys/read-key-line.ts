import type { EditionId } from '#shared/editions.ts'

/** The formats of all publishers: two to eight groups of letters and digits. The schema has the same check. */
const KEY_FORM = /^[A-Z0-9]{2,12}(-[A-Z0-9]{2,12}){1,7}$/

/** The editions that the keys of a list may have. */
export interface ListEditions {
  /** The editions on sale; a line with another one is bad. */
  readonly onSale: readonly EditionId[]
  /** The edition of lines without one; null if such lines are bad. */
  readonly unnamed: EditionId | null
}

export interface KeyLine {
  readonly key: string
  readonly edition: EditionId
}

/**
 * Reads one line of a list of keys: a key, or CSV with key and edition in either order.
 *
 * @param number of the line, from 1; the first line may be a heading.
 */
export function readKeyLine(
  text: string,
  number: number,
  { onSale, unnamed }: ListEditions,
): KeyLine | 'blank' | 'heading' | 'bad' {
  const cells = text.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  if (cells.every((cell) => cell === '')) return 'blank'
  if (number === 1 && cells.some((cell) => /^(game_)?(key|edition)$/i.test(cell))) return 'heading'
  // some publishers put the edition first, some last
  const [one = '', other = ''] = cells
  const [first, second] = onSale.includes(one.toLowerCase()) ? [other, one] : [one, other]
  const key = first.toUpperCase()
  const named = second === '' ? unnamed : second.toLowerCase()
  if (!KEY_FORM.test(key) || named === null || !onSale.includes(named)) return 'bad'
  return { key, edition: named }
}
