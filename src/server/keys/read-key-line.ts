import type { EditionId } from '#shared/editions.ts'

/** Any publisher's form: two to eight groups of letters and digits. The schema checks the same. */
const KEY_FORM = /^[A-Z0-9]{2,12}(-[A-Z0-9]{2,12}){1,7}$/

/** Of which edition the keys of a list may be. */
export interface ListEditions {
  /** Those on sale: no line may name another. */
  readonly onSale: readonly EditionId[]
  /** Of lines that name none; null: such a line is bad. */
  readonly unnamed: EditionId | null
}

export interface KeyLine {
  readonly key: string
  readonly edition: EditionId
}

/**
 * One line of a list of keys: a key, or CSV of key and edition in either order.
 *
 * @param number of the line, from 1: the first may be a heading.
 */
export function readKeyLine(
  text: string,
  number: number,
  { onSale, unnamed }: ListEditions,
): KeyLine | 'blank' | 'heading' | 'bad' {
  const cells = text.split(/[,;\t]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
  if (cells.every((cell) => cell === '')) return 'blank'
  if (number === 1 && cells.some((cell) => /^(game_)?(key|edition)$/i.test(cell))) return 'heading'
  // publishers' lists name the edition first as often as last
  const [one = '', other = ''] = cells
  const [first, second] = onSale.includes(one.toLowerCase()) ? [other, one] : [one, other]
  const key = first.toUpperCase()
  const named = second === '' ? unnamed : second.toLowerCase()
  if (!KEY_FORM.test(key) || named === null || !onSale.includes(named)) return 'bad'
  return { key, edition: named }
}
