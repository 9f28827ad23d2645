import type { StatisticsReply } from '#shared/reports-api.ts'
import { useAdmin } from '#web/admin/admin-context.ts'
import { formatCount } from '#texts/format.ts'
import { CsvButton } from './csv-button.tsx'

/** Shows the current number of keys of each edition, by state. */
export function StockTable({ keys }: Pick<StatisticsReply, 'keys'>) {
  const { texts, editionName, language } = useAdmin()
  const words = texts.statistics
  const { status, total } = texts.keys
  const stocks = Object.entries(keys)
  const rows = [
    [status.available, 'available'],
    [words.held, 'reserved'],
    [status.used, 'used'],
    [status.elsewhere, 'elsewhere'],
    [status.retired, 'retired'],
    [total, 'total'],
  ] as const
  return (
    <section className={stocks.length > 3 ? 'stack whole-row' : 'stack'} aria-labelledby="stock-title">
      <h3 id="stock-title">{words.stock}</h3>
      <table className="bar-list" aria-labelledby="stock-title">
        <thead>
          <tr>
            <td />
            {stocks.map(([edition]) => (
              <th key={edition} scope="col">
                {editionName(edition)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([label, share]) => (
            <tr key={share}>
              <th scope="row">{label}</th>
              {stocks.map(([edition, stock]) => (
                <td key={edition}>{formatCount(language, stock[share])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="row">
        <CsvButton
          chart={words.stock}
          fileName="stock"
          rows={() => [
            ['edition', ...rows.map(([, share]) => share)],
            ...stocks.map(([edition, stock]) => [edition, ...rows.map(([, share]) => stock[share])]),
          ]}
        />
      </div>
    </section>
  )
}
