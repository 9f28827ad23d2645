import type { ReactNode } from 'react'

export interface Column<Row> {
  readonly id: string
  readonly label: string
  /** In the head's place of the label, such as a checkbox for all. */
  readonly head?: ReactNode
  readonly cell: (row: Row) => ReactNode
  /** Names its row. */
  readonly isHeader?: boolean
  /** Shown without its label on a small screen. */
  readonly isBare?: boolean
  readonly isNumber?: boolean
}

interface DataTableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly isMarked?: (row: Row) => boolean
  /** Rows are being read anew. */
  readonly isBusy?: boolean
}

/** A table that becomes a card for each row on a small screen. The roles keep it a table to screen readers there too. */
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
