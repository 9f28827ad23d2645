import { useId } from 'react'
import { cents } from '#shared/money.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { formatCount, formatPrice } from '#texts/format.ts'

interface BarListProps {
  readonly title: string
  readonly rows: readonly {
    readonly label: string
    readonly orders: number
    readonly copies: number
    readonly cents: number
  }[]
}

/** A table with a bar in each row. */
export function BarList({ title, rows }: BarListProps) {
  const { texts, language } = useAdmin()
  const words = texts.statistics
  const id = useId()
  const most = Math.max(1, ...rows.map((row) => row.cents))
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {rows.length === 0 ? (
        <p className="lead">{words.empty}</p>
      ) : (
        <table className="bar-list" aria-labelledby={id}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">{title}</th>
              <th scope="col">{words.copies}</th>
              <th scope="col">{words.sales}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label}>
                <th scope="row">
                  {row.label}
                  <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
                    <rect className="bar-ground" width={100} height={4} />
                    <rect className="tone-1" width={(row.cents / most) * 100} height={4} />
                  </svg>
                </th>
                <td>{formatCount(language, row.copies)}</td>
                <td>{formatPrice(language, cents(row.cents))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
