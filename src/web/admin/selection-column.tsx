import type { AdminTexts } from '#texts/en/admin.ts'
import { fill } from '#texts/format.ts'
import type { Column } from './data-table.tsx'

interface Selection<Row> {
  readonly rows: readonly Row[]
  /** The ids of the rows that are selected. */
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
}

/** The column that selects keys one by one; its head selects all of the page. */
export function selectionColumn<Row extends { readonly id: string; readonly game_key: string }>(
  { rows, selected, onSelect }: Selection<Row>,
  words: AdminTexts['keys'],
  isSelectable: (row: Row) => boolean,
): Column<Row> {
  const selectable = rows.filter(isSelectable)
  const chosen = selectable.filter(({ id }) => selected.has(id)).length
  return {
    label: words.selectPage,
    as: 'bare',
    small: 'start',
    head: (
      <input
        type="checkbox"
        aria-label={words.selectPage}
        disabled={selectable.length === 0}
        checked={chosen > 0 && chosen === selectable.length}
        ref={(box) => {
          if (box !== null) box.indeterminate = chosen > 0 && chosen < selectable.length
        }}
        onChange={({ target }) => onSelect(new Set(target.checked ? selectable.map(({ id }) => id) : []))}
      />
    ),
    cell: (row) => (
      <input
        type="checkbox"
        aria-label={fill(words.selectKey, { key: row.game_key })}
        disabled={!isSelectable(row)}
        checked={selected.has(row.id)}
        onChange={({ target }) => {
          const others = [...selected].filter((id) => id !== row.id)
          onSelect(new Set(target.checked ? [...others, row.id] : others))
        }}
      />
    ),
  }
}
