import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly id: string
  readonly label: string
  /** Replaces the label in the table head, for example with a select-all checkbox. */
  readonly head?: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** This column's cell is the row's header. */
  readonly isHeader?: boolean
  /** On a small screen, shown without its label. */
  readonly isBare?: boolean
  readonly isNumber?: boolean
}

interface DataTableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly isMarked?: (row: Row) => boolean
  /** The rows are being reloaded. */
  readonly isBusy?: boolean
}

/**
 * A table that turns each row into a card on a small screen. The explicit roles keep it a table for screen readers
 * there too.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, isMarked, isBusy = false } = props
  return (
    <table className="data-table" role="table" aria-busy={isBusy}>
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ id, label, head, isNumber }) => (
            <th key={id} role="columnheader" scope="col" className={isNumber === true ? 'number' : undefined}>
              {head ?? label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={keyOf(row)} role="row" data-marked={isMarked?.(row) === true ? '' : undefined}>
            {columns.map((column) => (
              <Cell key={column.id} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { label, cell, isHeader = false, isBare = false, isNumber = false } = column
  const shared = {
    'data-label': isBare ? undefined : label,
    className: isNumber ? 'number' : undefined,
  }
  return isHeader ? (
    <th scope="row" role="rowheader" {...shared}>
      {cell(row)}
    </th>
  ) : (
    <td role="cell" {...shared}>
      {cell(row)}
    </td>
  )
}
