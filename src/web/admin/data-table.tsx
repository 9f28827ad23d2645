import type { MouseEvent, ReactNode } from 'react'

export interface Column<Row> {
  readonly label: string
  /** Replaces the label in the table head, for example with a select-all checkbox. */
  readonly head?: ReactNode
  readonly cell: (row: Row) => ReactNode
  /**
   * `header`: this cell is the row's header; `bare`: shown without its label on a small screen; `title`: both; `number`:
   * aligned as one; `wide`: it takes the place that is left, and is cut at its end; `extra`: left out where
   * place is short.
   */
  readonly as?: 'header' | 'bare' | 'title' | 'number' | 'wide' | 'extra'
  /** The server can sort by this column; the head is then a button. */
  readonly sort?: SortState
  /**
   * Where it stands on a small screen, in the two lines of a row: `start`, `main` and `end` of the first one, `below` and
   * `edge` of the second one; `select`: before both lines;
   * `line`: a line of its own; `none`: nowhere. If no column says so, each row is a card there.
   */
  readonly small?: 'start' | 'main' | 'end' | 'below' | 'edge' | 'select' | 'line' | 'none'
}

/** Whether and how the rows are sorted by a column. */
export interface SortState {
  /** Null: they are sorted by another column. */
  readonly direction: 'ascending' | 'descending' | null
  readonly onSort: () => void
}

const ARROWS = { ascending: '▲', descending: '▼' } as const

/** What a click on a row opens: a hash of the back office, or the `details` in the row. */
export type RowTarget = `#${string}` | 'details'

interface DataTableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly isMarked?: (row: Row) => boolean
  /**
   * What a click on a row opens; the row has a link or a `summary` of its own for the keyboard. Null for a row with
   * neither.
   */
  readonly opensOf?: (row: Row) => RowTarget | null
  /** The rows are being reloaded. */
  readonly isBusy?: boolean
}

/**
 * A table that turns each row into a card on a small screen. The explicit roles keep it a table for screen readers
 * there too.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, isMarked, opensOf, isBusy = false } = props
  return (
    <table
      className={columns.some(({ small }) => small !== undefined) ? 'data-table two-lines' : 'data-table'}
      role="table"
      aria-busy={isBusy}
    >
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ label, head, as, sort }, index) => (
            <th
              key={index}
              role="columnheader"
              scope="col"
              className={classOf(as)}
              aria-sort={sort?.direction ?? undefined}
            >
              {sort === undefined ? (head ?? label) : <SortButton label={label} sort={sort} />}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr
            key={keyOf(row)}
            role="row"
            data-marked={isMarked?.(row) === true ? '' : undefined}
            {...opens(opensOf?.(row) ?? null)}
          >
            {columns.map((column, index) => (
              <Cell key={index} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SortButton({ label, sort }: { readonly label: string; readonly sort: SortState }) {
  return (
    <button type="button" className="sort" onClick={sort.onSort}>
      {label} <span aria-hidden="true">{sort.direction === null ? '↕' : ARROWS[sort.direction]}</span>
    </button>
  )
}

/** Makes a click on a row open it, but not one on a control in it, or one that ends a selection of text. */
function opens(row: RowTarget | null) {
  if (row === null) return {}
  return {
    'data-opens': '',
    onClick: ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
      const isControl =
        target instanceof Element && target.closest('a, button, input, select, summary, pre, dialog') !== null
      if (isControl || getSelection()?.isCollapsed === false) return
      if (row === 'details') currentTarget.querySelector('details')?.toggleAttribute('open')
      else location.hash = row
    },
  }
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { label, cell, as, small } = column
  const shared = {
    'data-label': as === 'bare' || as === 'title' || small !== undefined ? undefined : label,
    'data-small': small,
    className: classOf(as),
  }
  return as === 'header' || as === 'title' ? (
    <th scope="row" role="rowheader" {...shared}>
      {cell(row)}
    </th>
  ) : (
    <td role="cell" {...shared}>
      {cell(row)}
    </td>
  )
}

function classOf(as: Column<unknown>['as']): string | undefined {
  return as === 'number' || as === 'wide' || as === 'extra' ? as : undefined
}
