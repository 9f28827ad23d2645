import type { Column } from './data-table.tsx'

interface Selection<Row> {
  readonly rows: readonly Row[]
  /** The ids of the rows that are selected. */
  readonly selected: ReadonlySet<string>
  readonly onSelect: (selected: ReadonlySet<string>) => void
}

interface SelectionWords<Row> {
  /** Names the box that selects all rows. */
  readonly all: string
  readonly nameOf: (row: Row) => string
}

/** The column that selects rows one by one; its head selects all that are shown. */
export function selectionColumn<Row extends { readonly id: string }>(
  { rows, selected, onSelect }: Selection<Row>,
  { all, nameOf }: SelectionWords<Row>,
  isSelectable: (row: Row) => boolean = () => true,
): Column<Row> {
  const selectable = rows.filter(isSelectable)
  const chosen = selectable.filter(({ id }) => selected.has(id)).length
  return {
    label: all,
    as: 'bare',
    small: 'select',
    head: (
      <label className="select-box">
        <input
          type="checkbox"
          aria-label={all}
          disabled={selectable.length === 0}
          checked={chosen > 0 && chosen === selectable.length}
          ref={(box) => {
            if (box !== null) box.indeterminate = chosen > 0 && chosen < selectable.length
          }}
          onChange={({ target }) => onSelect(new Set(target.checked ? selectable.map(({ id }) => id) : []))}
        />
      </label>
    ),
    cell: (row) => (
      <label className="select-box">
        <input
          type="checkbox"
          aria-label={nameOf(row)}
          disabled={!isSelectable(row)}
          checked={selected.has(row.id)}
          onChange={({ target }) => {
            const others = [...selected].filter((id) => id !== row.id)
            onSelect(new Set(target.checked ? [...others, row.id] : others))
          }}
        />
      </label>
    ),
  }
}
