import type { Currency } from '#shared/currency.ts'
import { useId } from 'react'
import { cents } from '#shared/money.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { formatCount, formatPrice } from '#texts/format.ts'
import { CsvButton } from './csv-button.tsx'
import { exportedMoney } from './day-chart-csv.ts'
import { formatAxis } from './format-axis.ts'
import { roundScale } from './round-scale.ts'
import { RowBar } from './row-bar.tsx'
import { useChange } from './use-change.ts'

interface BarListProps {
  readonly title: string
  /** Of the file with the data, without its ending. */
  readonly fileName: string
  readonly rows: readonly BarRow[]
}

/** A row of a {@link BarList}. */
export interface BarRow {
  /** Names the row in the file: the same in every language. */
  readonly id: string
  readonly label: string
  readonly orders: number
  readonly copies: number
  readonly cents: number
  /** The same of the period before; undefined if there is none. */
  readonly before: { readonly orders: number; readonly copies: number; readonly cents: number } | undefined
}

/** A table with a bar in each row, all on one scale, which is below them. */
export function BarList({ title, fileName, rows }: BarListProps) {
  const { texts, language, currency } = useAdmin()
  const words = texts.statistics
  const compare = useChange()
  const id = useId()
  const price = (value: number) => formatPrice(language, cents(value), currency)
  const scale = roundScale(Math.max(...rows.map((row) => Math.max(row.cents, row.before?.cents ?? 0))))
  if (rows.length === 0) return null
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <table className="bar-list" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{title}</span>
            </th>
            <th scope="col">{words.copies}</th>
            <th scope="col">{words.sales}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {row.label}
                <RowBar value={row.cents} before={row.before?.cents ?? 0} scale={scale} />
              </th>
              <td>{formatCount(language, row.copies)}</td>
              <td>
                {price(row.cents)}
                {row.before === undefined ? null : (
                  <small className="change">{compare(row.cents, row.before.cents, price)}</small>
                )}
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot aria-hidden="true">
          <tr>
            <td>
              <span className="axis-ends">
                <bdi>{formatAxis(language, 0, currency)}</bdi>
                <bdi>{formatAxis(language, scale.top, currency)}</bdi>
              </span>
            </td>
            <td colSpan={2} />
          </tr>
        </tfoot>
      </table>
      <div className="row">
        <CsvButton chart={title} fileName={fileName} rows={() => barRowsCsv(rows, currency)} />
      </div>
    </section>
  )
}

function barRowsCsv(
  rows: readonly BarRow[],
  currency: Currency,
): readonly (readonly (string | number | null)[])[] {
  const unit = currency.toLowerCase()
  const money = (value: number) => exportedMoney(value, currency)
  return [
    ['name', 'orders', 'copies', `sales_${unit}`, 'before_orders', 'before_copies', `before_sales_${unit}`],
    ...rows.map(({ id, orders, copies, cents: sold, before }) => [
      ...[id, orders, copies, money(sold)],
      ...(before === undefined ? [null, null, null] : [before.orders, before.copies, money(before.cents)]),
    ]),
  ]
}
