import type { LineFault } from '#shared/import-api.ts'
import type { EditionId } from '#shared/editions.ts'
import { normaliseKey } from './key-form.ts'

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
  editions: ListEditions,
): KeyLine | 'blank' | 'heading' | 'bad' {
  const cells = cellsOf(text)
  if (cells.every((cell) => cell === '')) return 'blank'
  if (number === 1 && cells.some((cell) => /^(game_)?(key|edition)$/i.test(cell))) return 'heading'
  const line = readCells(text, cells, editions)
  return typeof line === 'string' ? 'bad' : line
}

/** Why a line is bad: the first of its faults. */
export function explainBadLine(text: string, editions: ListEditions): LineFault {
  const line = readCells(text, cellsOf(text), editions)
  if (typeof line === 'string') return line
  throw new Error('expected a bad line')
}

function cellsOf(text: string): readonly string[] {
  return text.split(/[,;\t]/).map(unquote)
}

function unquote(cell: string): string {
  return cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
}

function readCells(
  text: string,
  cells: readonly string[],
  { onSale, unnamed }: ListEditions,
): KeyLine | LineFault {
  // bytes of UTF-16 read as UTF-8: zeros between the letters, or letters that no encoding has
  if (/[\0\uFFFD]/.test(text)) return 'encoding'
  if (cells.slice(2).some((cell) => cell !== '')) return 'columns'
  // some publishers put the edition first, some last
  const [one = '', other = ''] = cells
  const isEditionFirst = onSale.includes(one.toLowerCase())
  const [first, second] = isEditionFirst ? [other, one] : [one, other]
  const edition = second === '' ? unnamed : second.toLowerCase()
  const key = normaliseKey(first)
  if (typeof key === 'string') return key
  if (edition === null) return 'edition-missing'
  return onSale.includes(edition) ? { key: key.key, edition } : 'edition-unknown'
}
